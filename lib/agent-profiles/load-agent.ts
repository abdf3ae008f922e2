import type { TenantSql } from "#db/tenant.ts";
import { notFound } from "#lib/errors.ts";
import type { AgentId, TenantId } from "#lib/ids.ts";
import type { AgentBounds } from "./agent-bounds.ts";
import { agentOf, type StoredAgent, selectAgent } from "./select-agent.ts";

/** What an agent may do now, inside the caller's transaction; null for the default agent. @throws AppError 404 for one that there is not */
export async function loadAgent(sql: TenantSql, tenantId: TenantId, id: AgentId | null | undefined): Promise<AgentBounds | null> {
  if (!id) return null;
  const [row] = await sql<[{ agent: StoredAgent }]>`select ${selectAgent(sql, tenantId, id)} as agent`;
  if (!row.agent || row.agent.isDeleted) throw notFound("agent");
  return agentOf(row.agent);
}

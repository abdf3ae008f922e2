import type { TenantSql } from "#db/tenant.ts";
import { AppError, notFound } from "#lib/errors.ts";
import type { AgentId, TenantId } from "#lib/ids.ts";
import { offWords } from "./select-agent.ts";

/**
 * An agent that somebody chooses, inside the caller's transaction.
 * @throws AppError 404 for one that there is not (any more), 409 `agent_unavailable` for one that is switched off
 */
export async function requireAgent(sql: TenantSql, tenantId: TenantId, id: AgentId): Promise<{ name: string }> {
  const [agent] = await sql<{ name: string; isEnabled: boolean }[]>`
    select name, is_enabled as "isEnabled" from agents where tenant_id = ${tenantId} and id = ${id} and deleted_at is null`;
  if (!agent) throw notFound("agent");
  const off = offWords({ ...agent, isDeleted: false });
  if (off !== null) throw new AppError("agent_unavailable", off);
  return agent;
}

import type { TenantSql } from "#db/tenant.ts";
import type { TenantContext } from "#lib/context.ts";
import { notFound } from "#lib/errors.ts";
import type { AgentId } from "#lib/ids.ts";
import { type AgentRow, type AgentView, agentView, selectAgents } from "./agent-view.ts";

/** One agent of the organization. @throws AppError 404, also for one that was deleted */
export function getAgent(ctx: TenantContext, id: AgentId): Promise<AgentView> {
  return ctx.db.sql((sql) => findAgent(sql, ctx, id));
}

/** The same inside the caller's transaction. */
export async function findAgent(sql: TenantSql, { tenantId }: TenantContext, id: AgentId): Promise<AgentView> {
  const [row] = await sql<AgentRow[]>`${selectAgents(sql)} where a.tenant_id = ${tenantId} and a.id = ${id} and a.deleted_at is null`;
  if (!row) throw notFound("agent");
  return agentView(row);
}

import type { TenantSql } from "#db/tenant.ts";
import { DEFAULT_AGENT_KEY } from "#lib/agent-profiles/agent-filter.ts";
import type { TenantId } from "#lib/ids.ts";

/** Names of all agents that there are or were, by id, the default one first: records keep their names. */
export async function agentNames(sql: TenantSql, tenantId: TenantId): Promise<Map<string, string>> {
  const agents = await sql<
    { id: string; name: string }[]
  >`select id, name from agents where tenant_id = ${tenantId} order by lower(name), id`;
  return new Map([[DEFAULT_AGENT_KEY, "Default agent"], ...agents.map(({ id, name }) => [id, name] as const)]);
}

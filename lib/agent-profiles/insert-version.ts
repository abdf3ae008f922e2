import type { TenantSql } from "#db/tenant.ts";
import type { TenantContext } from "#lib/context.ts";
import type { AgentId } from "#lib/ids.ts";
import type { AgentSettings } from "./agent-settings.ts";

/** Keeps what an agent is from now on. */
export function insertVersion(
  sql: TenantSql,
  { tenantId, userId }: TenantContext,
  { id, version, settings }: { id: AgentId; version: number; settings: AgentSettings },
) {
  return sql`
    insert into agent_versions (tenant_id, agent_id, version, settings, created_by)
    values (${tenantId}, ${id}, ${version}, ${sql.json(settings as never)}, ${userId})`;
}

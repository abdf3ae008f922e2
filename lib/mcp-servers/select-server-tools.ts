import type { TenantSql } from "#db/tenant.ts";
import type { TenantContext } from "#lib/context.ts";
import type { TenantId } from "#lib/ids.ts";
import type { ServerTool } from "./server-tool.ts";

/** As `selectServerTools` gives them; null: none is approved. */
export type StoredServerTools = ServerTool[] | null;

/**
 * SQL: the tools of servers that the organization has approved, as one value, so that they travel with the rules. Those that are held back are among them,
 * so that a call hears why; those that a server no longer lists are not there at all.
 */
export function selectServerTools(sql: TenantSql, tenantId: TenantId) {
  return sql`(
    select jsonb_agg(jsonb_build_object('serverId', t.server_id, 'server', s.name, 'name', t.name, 'qualifiedName', t.qualified_name, 'version', t.version,
                                        'effect', t.effect, 'definition', t.approved_definition, 'isHeldBack', ${isHeldBack(sql)}) order by t.qualified_name)
      from mcp_tools t join mcp_servers s on s.tenant_id = t.tenant_id and s.id = t.server_id and s.removed_at is null
     where t.tenant_id = ${tenantId} and t.approved_hash is not null and t.is_listed)`;
}

/** SQL: the approved tool `mcp_tools t` is not what it was when somebody approved it. */
export function isHeldBack(sql: TenantSql) {
  return sql`(t.hash <> t.approved_hash or t.problem is not null)`;
}

/** The same by themselves, for what is no run. */
export async function loadServerTools(sql: TenantSql, { tenantId }: Pick<TenantContext, "tenantId">): Promise<readonly ServerTool[]> {
  const [row] = await sql<[{ tools: StoredServerTools }]>`select ${selectServerTools(sql, tenantId)} as tools`;
  return row.tools ?? [];
}

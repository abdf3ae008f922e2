import type { TenantSql } from "#db/tenant.ts";
import type { TenantId } from "#lib/ids.ts";

/** Until the transaction ends nobody else changes a server of the organization, or what is known of its tools. */
export async function lockServers(sql: TenantSql, tenantId: TenantId): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`mcp servers ${tenantId}`}, 0))`;
}

import { lock } from "#db/lock.ts";
import type { TenantSql } from "#db/tenant.ts";
import type { TenantId } from "#lib/ids.ts";

/** Until the transaction ends nobody else changes a server of the organization, or what is known of its tools. */
export async function lockServers(sql: TenantSql, tenantId: TenantId): Promise<void> {
  await lock(sql, `mcp servers ${tenantId}`);
}

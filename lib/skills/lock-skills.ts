import { lock } from "#db/lock.ts";
import type { TenantSql } from "#db/tenant.ts";
import type { TenantId } from "#lib/ids.ts";

/** Until the transaction ends nobody else changes a skill of the organization: what was looked up of the others stays true. */
export async function lockSkills(sql: TenantSql, tenantId: TenantId): Promise<void> {
  await lock(sql, `skills ${tenantId}`);
}

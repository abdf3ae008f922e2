import type { TenantSql } from "#db/tenant.ts";
import type { TenantId } from "#lib/ids.ts";

/** What tools can need that an organization sets up for itself. */
export type SetUp = "destination";

/** SQL: what of it the organization has, as one value, so that it travels with the rules. */
export function selectSetUp(sql: TenantSql, tenantId: TenantId) {
  return sql`
    case when exists (select 1 from destinations where tenant_id = ${tenantId} and removed_at is null) then '["destination"]'::jsonb else '[]'::jsonb end`;
}

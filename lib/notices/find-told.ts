import { systemSql } from "#db/system.ts";
import type { TenantId } from "#lib/ids.ts";

/** The organizations that have something told to a destination. */
export async function findTold(): Promise<TenantId[]> {
  const rows = await systemSql((sql) => sql<{ tenantId: TenantId }[]>`select distinct tenant_id as "tenantId" from destination_notices`);
  return rows.map(({ tenantId }) => tenantId);
}

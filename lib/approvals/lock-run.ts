import type { TenantSql } from "#db/tenant.ts";
import type { ApprovalId, TenantId } from "#lib/ids.ts";

/**
 * Locks the run that waits for a request, to be sent before anything that locks the request. Stop locks the run, then its requests: whoever
 * took them the other way round would wait for it while it waits for them.
 */
export function lockRun(sql: TenantSql, tenantId: TenantId, approvalId: ApprovalId): Promise<unknown> {
  return sql`
    select 1 from runs
     where tenant_id = ${tenantId} and id = (select run_id from approvals where tenant_id = ${tenantId} and id = ${approvalId})
       for no key update`.execute();
}

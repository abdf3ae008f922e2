import type { TenantSql } from "#db/tenant.ts";
import type { ScheduleId, TenantId } from "#lib/ids.ts";
import type { OpenFiring } from "./overlap.ts";

/** Firings of a schedule whose run has begun, or waits its turn in the chat, and has not ended; the oldest first. */
export function openFirings(sql: TenantSql, tenantId: TenantId, scheduleId: ScheduleId): PromiseLike<OpenFiring[]> {
  return sql<OpenFiring[]>`
    select run_id as "runId", cause, status, scheduled_for as "scheduledFor" from schedule_runs
     where tenant_id = ${tenantId} and schedule_id = ${scheduleId} and ended_at is null and run_id is not null order by scheduled_for`;
}

import { type TenantSql, tenantDb } from "#db/tenant.ts";
import { recordAudit } from "#lib/audit/record-audit.ts";
import { notify } from "#lib/events/notify.ts";
import type { ScheduleId, TenantId, UserId } from "#lib/ids.ts";

/** Takes a schedule that cannot fire out of the clock, says why on its page, and tells its owner by the record. Once: compare-and-set. */
export function breakSchedule(tenantId: TenantId, scheduleId: ScheduleId, reason: string): Promise<boolean> {
  return tenantDb(tenantId).sql((sql) => breakScheduleIn(sql, tenantId, scheduleId, reason));
}

/** The same in the caller's transaction. */
export async function breakScheduleIn(sql: TenantSql, tenantId: TenantId, scheduleId: ScheduleId, reason: string): Promise<boolean> {
  const [broken] = await sql<{ name: string; createdBy: UserId }[]>`
    update schedules set status = 'broken', broken_reason = ${reason}, next_run_at = null, updated_at = now()
     where tenant_id = ${tenantId} and id = ${scheduleId} and status in ('active', 'completed')
    returning name, created_by as "createdBy"`;
  if (!broken) return false;
  const facts = { name: broken.name, reason, owner: broken.createdBy };
  await recordAudit(sql, { tenantId, actorId: null, action: "schedule-break", subject: `schedule:${scheduleId}`, facts });
  await notify(sql, { type: "schedule-changed", tenantId });
  return true;
}

import { type TenantSql, tenantDb } from "#db/tenant.ts";
import { recordAudit } from "#lib/audit/record-audit.ts";
import { notify } from "#lib/events/notify.ts";
import type { ScheduleId, TenantId, UserId } from "#lib/ids.ts";
import { recordChange } from "./record-change.ts";
import type { ScheduleStatus } from "./states.ts";

/** Takes a schedule that cannot fire out of the clock, says why on its page, and tells its owner by the record. Once: compare-and-set. */
export function breakSchedule(tenantId: TenantId, scheduleId: ScheduleId, reason: string): Promise<boolean> {
  return tenantDb(tenantId).sql((sql) => breakScheduleIn(sql, tenantId, scheduleId, reason));
}

/** The same in the caller's transaction. */
export async function breakScheduleIn(sql: TenantSql, tenantId: TenantId, scheduleId: ScheduleId, reason: string): Promise<boolean> {
  const [broken] = await sql<{ name: string; createdBy: UserId; from: ScheduleStatus }[]>`
    with before as (select id, status from schedules where tenant_id = ${tenantId} and id = ${scheduleId} and status in ('active', 'completed') for update)
    update schedules s set status = 'broken', broken_reason = ${reason}, next_run_at = null, updated_at = now()
      from before b where s.tenant_id = ${tenantId} and s.id = b.id
    returning s.name, s.created_by as "createdBy", b.status as "from"`;
  if (!broken) return false;
  const facts = { name: broken.name, reason, owner: broken.createdBy };
  await recordChange(sql, tenantId, { scheduleId, actorId: null, callId: null, from: broken.from, to: "broken", fields: {}, reason });
  await recordAudit(sql, { tenantId, actorId: null, action: "schedule-break", subject: `schedule:${scheduleId}`, facts });
  await notify(sql, { type: "schedule-changed", tenantId });
  return true;
}

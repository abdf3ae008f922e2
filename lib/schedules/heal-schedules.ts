import { systemSql } from "#db/system.ts";
import { eachApart } from "#lib/each-apart.ts";
import { messageOf } from "#lib/errors.ts";
import type { ScheduleId, TenantId } from "#lib/ids.ts";
import { breakSchedule } from "./break-schedule.ts";
import { nextRun } from "./next-runs.ts";
import { WEBHOOK_CRON } from "./timing.ts";
import { type TimingRow, timingOfRow } from "./timing-of-row.ts";

const AT_ONCE = 500;

/**
 * Active schedules that have a clock and no next run never look healthy: they are given one, or marked as broken with the reason. Only something other than
 * the product makes such rows.
 */
export async function healSchedules(now: Date = new Date()): Promise<void> {
  const lost = await systemSql(
    (sql) => sql<(TimingRow & { tenantId: TenantId; id: ScheduleId })[]>`
      select tenant_id as "tenantId", id, cron, run_at as "runAt", every_ms as "everyMs", time_zone as "timeZone", created_at as "createdAt"
        from schedules where status = 'active' and next_run_at is null and cron is distinct from ${WEBHOOK_CRON} limit ${AT_ONCE}`,
  );
  await eachApart("schedule-not-healed", lost, (schedule) => heal(schedule, now));
}

async function heal({ tenantId, id, ...row }: TimingRow & { tenantId: TenantId; id: ScheduleId }, now: Date): Promise<void> {
  try {
    const next = nextRun(timingOfRow(row), now);
    if (next === null) throw new Error("it has no next run.");
    await systemSql(
      (sql) =>
        sql`update schedules set next_run_at = ${next} where tenant_id = ${tenantId} and id = ${id} and status = 'active' and next_run_at is null`,
    );
  } catch (error) {
    await breakSchedule(tenantId, id, `Its rule cannot be read: ${messageOf(error)}`);
  }
}

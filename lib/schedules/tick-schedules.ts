import { systemSql } from "#db/system.ts";
import type { Fragment, Statements } from "#db/transaction.ts";
import { eachApart } from "#lib/each-apart.ts";
import { messageOf } from "#lib/errors.ts";
import type { ScheduleId, ScheduleRunId, TenantId } from "#lib/ids.ts";
import { breakSchedule } from "./break-schedule.ts";
import { type DueSchedule, type FiringPlan, planFirings } from "./plan-firings.ts";

/** A firing that waits to be begun. */
export interface QueuedFiring {
  tenantId: TenantId;
  scheduleRunId: ScheduleRunId;
}

export interface Tick {
  fired: QueuedFiring[];
  /** When the next schedule is due, and how far away that is by the clock that the tick went by; null when none is. */
  nextDueAt: Date | null;
  untilNextMs: number | null;
  /** There was more than one tick takes: tick again at once. */
  isFull: boolean;
}

const AT_ONCE = 5_000;
/** After an outage one schedule may have two hundred, and all of them in one statement would be more than it may have, and hold up the clock. */
const FIRINGS_AT_ONCE = 5_000;

type Planned = { schedule: DueSchedule; plan: FiringPlan };

/**
 * Takes every schedule of every organization whose time has come, moves it on, and records its firings, in one transaction: a firing is its
 * schedule and its due time, so any number of workers make one. Rows that another tick holds are left to it. What is due now comes before what was
 * missed. A schedule that cannot be read is marked as broken and holds up no other.
 *
 * @param now the time that it is; left out, the database's clock says it, which is the same for every worker, whatever its machine's clock shows
 */
export async function tickSchedules(now?: Date): Promise<Tick> {
  const broken: { tenantId: TenantId; id: ScheduleId; reason: string }[] = [];
  const tick = await systemSql(async (sql) => {
    const clock = now ? sql`${now}::timestamptz` : sql`now()`;
    const due = await takeDue(sql, clock);
    const planned: Planned[] = [];
    let firings = 0;
    for (const schedule of due) {
      if (firings >= FIRINGS_AT_ONCE) break;
      try {
        const plan = planFirings(schedule, schedule.now);
        planned.push({ schedule, plan });
        firings += plan.firings.length;
      } catch (error) {
        broken.push({ tenantId: schedule.tenantId, id: schedule.id, reason: messageOf(error) });
      }
    }
    const [fired, [next]] = await Promise.all([planned.length > 0 ? recordFirings(sql, planned) : [], nextDue(sql, clock)]);
    return {
      fired,
      nextDueAt: next?.at ?? null,
      untilNextMs: next?.inMs ?? null,
      isFull: due.length === AT_ONCE || firings >= FIRINGS_AT_ONCE,
    };
  });
  await eachApart("schedule-not-broken", broken, ({ tenantId, id, reason }) =>
    breakSchedule(tenantId, id, `Its rule cannot be read: ${reason}`),
  );
  return tick;
}

/** The rows say what time it was. */
function takeDue(sql: Statements, clock: Fragment) {
  return sql<(DueSchedule & { now: Date })[]>`
    select tenant_id as "tenantId", id, cron, run_at as "runAt", every_ms as "everyMs", time_zone as "timeZone", created_at as "createdAt",
           next_run_at as "nextRunAt", missed, ${clock} as now
      from schedules where status = 'active' and next_run_at <= ${clock} order by next_run_at desc limit ${AT_ONCE} for update skip locked`;
}

function nextDue(sql: Statements, clock: Fragment) {
  return sql<{ at: Date; inMs: number }[]>`
    select next_run_at as at, extract(epoch from next_run_at - ${clock})::float8 * 1000 as "inMs"
      from schedules where status = 'active' and next_run_at is not null order by next_run_at limit 1`;
}

/** Only of schedules that really moved on from that due time: the compare-and-set is the firing. */
function recordFirings(sql: Statements, planned: Planned[]): PromiseLike<QueuedFiring[]> {
  const moves = planned.map(({ schedule, plan }) => ({ t: schedule.tenantId, s: schedule.id, due: schedule.nextRunAt, next: plan.next }));
  const firings = planned.flatMap(({ schedule, plan }) =>
    plan.firings.map((firing) => ({ t: schedule.tenantId, s: schedule.id, ...firing })),
  );
  return sql<QueuedFiring[]>`
    with moved as (
      update schedules s set next_run_at = m.next, status = case when m.next is null then 'completed' else s.status end
        from jsonb_to_recordset(${sql.json(moves as never)}) as m (t uuid, s uuid, due timestamptz, next timestamptz)
       where s.tenant_id = m.t and s.id = m.s and s.next_run_at = m.due and s.status = 'active'
      returning s.tenant_id, s.id),
    recorded as (
      insert into schedule_runs (tenant_id, id, schedule_id, cause, scheduled_for, status, reason, lag_ms, ended_at)
      select f.t, f.id, f.s, f.cause, f."scheduledFor", f.status, f.reason, f."lagMs", case when f.status = 'missed' then now() end
        from jsonb_to_recordset(${sql.json(firings as never)})
          as f (t uuid, s uuid, id uuid, cause text, "scheduledFor" timestamptz, status text, reason text, "lagMs" int)
        join moved on moved.tenant_id = f.t and moved.id = f.s
      on conflict do nothing
      returning tenant_id, id, status)
    select tenant_id as "tenantId", id as "scheduleRunId" from recorded where status = 'queued'`;
}

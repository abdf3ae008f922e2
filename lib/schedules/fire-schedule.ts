import { type TenantSql, tenantDb } from "#db/tenant.ts";
import { together } from "#db/together.ts";
import type { Role, TenantContext } from "#lib/context.ts";
import { notifySoon } from "#lib/events/notify-soon.ts";
import type { RunId, ScheduleRunId, TenantId } from "#lib/ids.ts";
import { breakScheduleIn } from "./break-schedule.ts";
import { BROKEN_BY_LEAVING, CREATOR_LEFT } from "./creator-left.ts";
import { insertScheduledRun, type ScheduleToRun } from "./insert-scheduled-run.ts";
import { openFirings } from "./open-firings.ts";
import { decideOverlap } from "./overlap.ts";
import { replaceRuns } from "./replace-runs.ts";
import type { FiringCause, OverlapPolicy, ScheduleStatus } from "./states.ts";
import { traceFiring } from "./trace-firing.ts";

type Firing = ScheduleToRun & {
  cause: FiringCause;
  scheduledFor: Date;
  status: ScheduleStatus;
  /** Of the creator, now; null when they are no longer a member. */
  role: Role | null;
};

/**
 * Begins the run of a recorded firing, with the present rights of the schedule's creator; whoever drives it hears of it by notice. Does
 * nothing when the firing was begun before, so a message that is delivered twice fires once. What cannot run is recorded with its reason.
 */
export async function fireSchedule(tenantId: TenantId, scheduleRunId: ScheduleRunId): Promise<RunId | null> {
  const db = tenantDb(tenantId);
  const startedAt = new Date();
  const { firing, begun } = await db.sql(async (sql) => {
    const firing = await lockFiring(sql, tenantId, scheduleRunId);
    const nothing = { firing, begun: null };
    if (!firing) return nothing;
    if (!mayAct(firing.role)) {
      await breakScheduleIn(sql, tenantId, firing.scheduleId, BROKEN_BY_LEAVING);
      await skipFiring(sql, tenantId, scheduleRunId, `Denied: ${CREATOR_LEFT}`);
      return nothing;
    }
    // A single time completes its schedule as it is taken.
    if (firing.status !== "active" && firing.status !== "completed") {
      await skipFiring(sql, tenantId, scheduleRunId, `The schedule was ${firing.status} before this began.`);
      return nothing;
    }
    const verdict = decideOverlap(policyOf(firing), await openFirings(sql, tenantId, firing.scheduleId));
    if (verdict.kind === "skip") {
      await skipFiring(sql, tenantId, scheduleRunId, verdict.reason);
      return nothing;
    }
    const ctx: TenantContext = { tenantId, userId: firing.createdBy, role: firing.role, db };
    // First, and in this transaction: runs are locked before their chat, and nobody dies between the two.
    if (verdict.kind === "replace") await replaceRuns(sql, ctx, verdict.runIds, `the run of ${firing.scheduledFor.toISOString()}`);
    return { firing, begun: await insertScheduledRun(sql, ctx, firing, scheduleRunId) };
  });
  if (begun) notifySoon(...begun.notices);
  if (firing) traceFiring({ ...firing, tenantId, scheduleRunId, runId: begun?.runId ?? null, startedAt });
  return begun?.runId ?? null;
}

/**
 * The schedule is locked: firings of one schedule are decided one after another, and an edit comes before or after. By a statement of its own: whoever
 * waited for the lock would read the firing as it was before, and take the run that it has begun for one that is in its way.
 */
async function lockFiring(sql: TenantSql, tenantId: TenantId, scheduleRunId: ScheduleRunId): Promise<Firing | null> {
  const [, [firing]] = await together([
    sql`
      select 1 from schedules s where s.tenant_id = ${tenantId}
         and s.id = (select f.schedule_id from schedule_runs f where f.tenant_id = ${tenantId} and f.id = ${scheduleRunId}) for update of s`.execute(),
    readFiring(sql, tenantId, scheduleRunId),
  ]);
  return firing ?? null;
}

function readFiring(sql: TenantSql, tenantId: TenantId, scheduleRunId: ScheduleRunId) {
  return sql<Firing[]>`
    select s.id as "scheduleId", s.name, s.prompt, s.chat_id as "chatId", s.created_by as "createdBy", s.status, s.missed, s.overlap, f.cause, f.scheduled_for as "scheduledFor", m.role,
           s.cron, s.run_at as "runAt", s.every_ms as "everyMs", s.time_zone as "timeZone", s.version,
           (select u.name from users u where u.id = s.created_by) as "createdByName"
      from schedule_runs f
      join schedules s on s.tenant_id = f.tenant_id and s.id = f.schedule_id
      left join memberships m on m.tenant_id = s.tenant_id and m.user_id = s.created_by and m.removed_at is null
     where f.tenant_id = ${tenantId} and f.id = ${scheduleRunId} and f.status = 'queued' and f.run_id is null`.execute();
}

function mayAct(role: Role | null): role is Exclude<Role, "auditor"> {
  return role !== null && role !== "auditor";
}

/** Runs that make up for an outage one by one cannot be in each other's way. */
function policyOf({ cause, missed, overlap }: Firing): OverlapPolicy {
  return cause === "catch-up" && missed === "all" ? "queue" : overlap;
}

function skipFiring(sql: TenantSql, tenantId: TenantId, id: ScheduleRunId, reason: string): PromiseLike<unknown> {
  return sql`
    update schedule_runs set status = 'skipped', reason = ${reason}, ended_at = now()
     where tenant_id = ${tenantId} and id = ${id} and status = 'queued' and run_id is null`;
}

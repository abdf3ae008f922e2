import type { TenantSql } from "#db/tenant.ts";
import { recordAudit } from "#lib/audit/record-audit.ts";
import { requireWriter } from "#lib/auth/require-role.ts";
import type { TenantContext } from "#lib/context.ts";
import { AppError, invalidRequest } from "#lib/errors.ts";
import { notify } from "#lib/events/notify.ts";
import type { ScheduleId, TenantId, ToolCallId } from "#lib/ids.ts";
import { stopRun } from "#lib/runs/stop-run.ts";
import { storableText } from "#lib/storable.ts";
import { changedTiming, isTimingChange } from "./changed-timing.ts";
import { creatorLeft } from "./creator-left.ts";
import { findSchedule, lockSchedule } from "./find-schedule.ts";
import { hasRoom, lockMemberSchedules, scheduleLimit } from "./limits.ts";
import { firstRun } from "./next-runs.ts";
import { isEdit, nextStatus } from "./next-status.ts";
import { openFirings } from "./open-firings.ts";
import { fieldChanges, recordChange } from "./record-change.ts";
import { recordOverdue } from "./record-overdue.ts";
import type { ScheduleChange } from "./schedule-input.ts";
import type { ScheduleRow } from "./schedule-row.ts";
import { mayEdit, type ScheduleView, scheduleView } from "./schedule-view.ts";
import { CLOSED, type ScheduleStatus } from "./states.ts";
import { timingColumns } from "./timing-columns.ts";

/**
 * Changes a schedule: its status, what it does, when. From this commit on nothing fires by the old rule: due times that were taken and have not begun
 * are dropped, with the reason, when the timing changed or it is no longer active, and so are those that no clock took. Cancelling and archiving also
 * stop its runs. A single time that has come and is given another is active again. What it does can be changed only by its creator, in whose name it
 * acts; its status also by an owner or an admin. Its history tells what it was before, who changed it and why.
 * @param options.callId the call by which an agent does it
 * @throws AppError 400 for a timing that cannot be, 403, 404, 409 `illegal_transition`, 409 `conflict`
 */
export async function updateSchedule(
  ctx: TenantContext,
  { id, reason, ...change }: ScheduleChange & { id: ScheduleId; reason?: string | undefined },
  { now = new Date(), callId = null }: { now?: Date; callId?: ToolCallId | null } = {},
): Promise<ScheduleView> {
  requireWriter(ctx);
  const { tenantId, userId } = ctx;
  return ctx.db.sql(async (sql) => {
    const row = await asNotTaken(sql, tenantId, await lockSchedule(sql, ctx, id), change);
    requireEditor(ctx, row, change);
    const status = nextStatus(row, change);
    if (status === "active" && row.status !== "active") await requireAble(sql, ctx, row);
    const changed = changedFields(row, change);
    const isStopped = (status !== row.status && status !== "active") || isTimingChange(row, change);
    if (isStopped) await recordOverdue(sql, tenantId, row, droppedWords(status), now);
    await applyChange(sql, ctx, row, change, { status, changed, now });
    if (isStopped) await dropUnbegun(sql, ctx, id, status);
    if (CLOSED.includes(status)) for (const { runId } of await openFirings(sql, tenantId, id)) await stopRun(sql, ctx, runId);
    const after = await findSchedule(sql, ctx, id);
    const facts = { name: row.name, from: row.status, to: status, changed, ...(callId && { callId }), ...(reason && { reason }) };
    await recordChange(sql, tenantId, {
      scheduleId: id,
      actorId: userId,
      callId,
      from: row.status,
      to: status,
      fields: fieldChanges(row, after),
      reason: reason || null,
    });
    await recordAudit(sql, { tenantId, actorId: userId, action: "schedule-change", subject: `schedule:${id}`, facts });
    await notify(sql, { type: "schedule-changed", tenantId });
    return scheduleView(ctx, after);
  });
}

/**
 * A single time completes its schedule as the clock takes it. As long as its run has not begun (the queue may be away), whoever pauses or cancels it
 * or gives it another time finds it active still.
 */
async function asNotTaken(sql: TenantSql, tenantId: TenantId, row: ScheduleRow, change: ScheduleChange): Promise<ScheduleRow> {
  const { status } = change;
  const isAboutFiring = status === undefined ? isTimingChange(row, change) : status === "paused" || status === "cancelled";
  if (row.status !== "completed" || !isAboutFiring) return row;
  const [unbegun] = await sql`
    select 1 from schedule_runs where tenant_id = ${tenantId} and schedule_id = ${row.id} and status = 'queued' and run_id is null limit 1`;
  return unbegun ? { ...row, status: "active" } : row;
}

function requireEditor(ctx: TenantContext, row: ScheduleRow, change: ScheduleChange): void {
  if (isEdit(change) && !mayEdit(ctx, row)) {
    throw new AppError(
      "forbidden",
      "It acts in the name of another member, so only they may change what it does. You may pause or cancel it.",
    );
  }
}

/** Going on needs room among the creator's schedules, and a creator who may start runs. */
async function requireAble(sql: TenantSql, { tenantId }: TenantContext, { createdBy, status }: ScheduleRow): Promise<void> {
  const creator = { tenantId, userId: createdBy };
  await lockMemberSchedules(sql, creator);
  const [able] = await sql<{ isMember: boolean; hasRoom: boolean }[]>`
    select exists (select 1 from memberships where tenant_id = ${tenantId} and user_id = ${createdBy} and removed_at is null and role <> 'auditor') as "isMember",
           ${hasRoom(sql, creator)} as "hasRoom"`;
  if (!able?.isMember) throw creatorLeft();
  // A draft is counted already.
  if (!able.hasRoom && status !== "draft") throw scheduleLimit();
}

/** What is another than before, by name: forms send all that they show. */
function changedFields(row: ScheduleRow, change: ScheduleChange): string[] {
  const content = (["name", "prompt", "missed", "overlap"] as const).filter((key) => change[key] !== undefined && change[key] !== row[key]);
  const timing = (["cron", "runAt", "everyMs", "timeZone"] as const).filter((key) => change[key] !== undefined && change[key] !== null);
  return isTimingChange(row, change) ? [...content, ...timing] : content;
}

async function applyChange(
  sql: TenantSql,
  { tenantId }: TenantContext,
  row: ScheduleRow,
  change: ScheduleChange,
  { status, changed, now }: { status: ScheduleStatus; changed: string[]; now: Date },
): Promise<void> {
  const isStarting = status === "active" && row.status !== "active";
  const read = changedTiming(row, change, { now, mustFire: isStarting });
  if (!read.ok) throw invalidRequest(read.issues);
  const { cron, runAt, everyMs, timeZone } = timingColumns(read.timing);
  const isRetimed = isStarting || isTimingChange(row, change);
  const nextRunAt = status !== "active" ? null : isRetimed ? firstRun(read.timing, now) : row.nextRunAt;
  if (isRetimed && nextRunAt && nextRunAt <= now) await refuseFired(sql, tenantId, row.id, nextRunAt);
  await sql`
    update schedules
       set status = ${status}, name = ${storableText(change.name ?? row.name)}, prompt = ${storableText(change.prompt ?? row.prompt)},
           cron = ${cron}, run_at = ${runAt}, every_ms = ${everyMs}, time_zone = ${timeZone}, next_run_at = ${nextRunAt},
           missed = ${change.missed ?? row.missed}, overlap = ${change.overlap ?? row.overlap},
           broken_reason = ${status === "broken" ? row.brokenReason : null}, version = version + ${changed.length > 0 ? 1 : 0}, updated_at = ${now}
     where tenant_id = ${tenantId} and id = ${row.id}`;
}

/** A single time that is a moment past counts as now, but not when the clock has taken it already: nothing fires twice for one due time. */
async function refuseFired(sql: TenantSql, tenantId: TenantId, id: ScheduleId, time: Date): Promise<void> {
  const [fired] = await sql`
    select 1 from schedule_runs where tenant_id = ${tenantId} and schedule_id = ${id} and scheduled_for = ${time} and cause in ('due', 'catch-up') limit 1`;
  if (!fired) return;
  const message = `its time, ${time.toISOString()}, has been taken already; give it another time, or run it now`;
  throw invalidRequest([{ path: "runAt", message }]);
}

function droppedWords(status: ScheduleStatus): string {
  return status === "active" ? "The schedule was given another time before this began." : `The schedule was ${status} before this began.`;
}

/** Firings of the rule before, taken by the clock and not begun. */
function dropUnbegun(sql: TenantSql, { tenantId }: TenantContext, id: ScheduleId, status: ScheduleStatus): PromiseLike<unknown> {
  return sql`
    update schedule_runs set status = 'skipped', reason = ${droppedWords(status)}, ended_at = now()
     where tenant_id = ${tenantId} and schedule_id = ${id} and status = 'queued' and run_id is null`;
}

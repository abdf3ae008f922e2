import type { TenantSql } from "#db/tenant.ts";
import { recordAudit } from "#lib/audit/record-audit.ts";
import { requireWriter } from "#lib/auth/require-role.ts";
import type { TenantContext } from "#lib/context.ts";
import { AppError } from "#lib/errors.ts";
import { notifySoon } from "#lib/events/notify-soon.ts";
import { newId, type RunId, type ScheduleId, type ScheduleRunId } from "#lib/ids.ts";
import { lockSchedule } from "./find-schedule.ts";
import { type BegunRun, insertScheduledRun } from "./insert-scheduled-run.ts";
import { openFirings } from "./open-firings.ts";
import { decideOverlap, type OpenFiring } from "./overlap.ts";
import { replaceRuns } from "./replace-runs.ts";
import { requireCreator } from "./require-creator.ts";
import type { ScheduleRow } from "./schedule-row.ts";
import type { FiringCause, ScheduleStatus } from "./states.ts";
import { traceFiring } from "./trace-firing.ts";

const ABLE: readonly ScheduleStatus[] = ["active", "paused", "completed"];

/**
 * Begins a run of a schedule now, beside its clock, with the present rights of its creator. One that is under way is handled by the
 * schedule's overlap policy; where that says skip, the answer is 409.
 *
 * With `dryRun` the same run goes through the loop and the gate, which executes what only reads and answers every other call with what would
 * have happened. A draft can be tried so before it is activated; the clock and the overlap policy know nothing of it.
 * @throws AppError 403, 404, 409 `illegal_transition` (a draft, a broken or a closed one), 409 `run_in_progress`
 */
export async function runScheduleNow(
  ctx: TenantContext,
  { id, dryRun = false }: { id: ScheduleId; dryRun?: boolean },
): Promise<{ runId: RunId }> {
  requireWriter(ctx);
  const startedAt = new Date();
  const begun = await ctx.db.sql(async (sql) => {
    const row = await lockSchedule(sql, ctx, id);
    refuseUnable(row.status, dryRun);
    const [creator, open] = await Promise.all([requireCreator(sql, ctx, row), openFirings(sql, ctx.tenantId, id)]);
    if (dryRun) refuseSecondDryRun(open);
    else await replaceRuns(sql, ctx, replacedBy(row, open), "a run that was begun by hand");
    return begin(sql, creator, row, { dryRun, by: ctx });
  });
  notifySoon(...begun.notices);
  traceFiring({ ...begun, tenantId: ctx.tenantId, scheduleId: id, startedAt });
  return { runId: begun.runId };
}

function refuseUnable(status: ScheduleStatus, dryRun: boolean): void {
  if (ABLE.includes(status) || (dryRun && status === "draft")) return;
  const advice = status === "draft" ? " Activate it first, or have a dry run." : "";
  throw new AppError("illegal_transition", `A schedule that is ${status} does not run.${advice}`, { from: status });
}

/** The runs that end for this one. */
function replacedBy({ overlap }: ScheduleRow, open: OpenFiring[]): RunId[] {
  const verdict = decideOverlap(overlap, open);
  if (verdict.kind === "skip") throw new AppError("run_in_progress", verdict.reason, { runId: verdict.runId });
  return verdict.kind === "replace" ? verdict.runIds : [];
}

/** One at a time is enough to see what it would do. */
function refuseSecondDryRun(open: OpenFiring[]): void {
  const dry = open.find(({ cause }) => cause === "dry-run");
  if (dry) throw new AppError("run_in_progress", "A dry run of it is under way.", { runId: dry.runId });
}

async function begin(
  sql: TenantSql,
  actor: TenantContext,
  row: ScheduleRow,
  { dryRun, by }: { dryRun: boolean; by: TenantContext },
): Promise<BegunRun & { scheduleRunId: ScheduleRunId; cause: FiringCause }> {
  const { tenantId } = actor;
  const scheduleRunId = newId<ScheduleRunId>();
  const cause = dryRun ? "dry-run" : "manual";
  const [inserted] = await sql`
    insert into schedule_runs (tenant_id, id, schedule_id, cause, scheduled_for, status)
    values (${tenantId}, ${scheduleRunId}, ${row.id}, ${cause}, now(), 'queued') on conflict do nothing returning id`;
  const begun = inserted ? await insertScheduledRun(sql, actor, { ...row, scheduleId: row.id }, scheduleRunId) : null;
  if (!begun) throw new AppError("run_in_progress", "It was started at this very moment.");
  await recordAudit(sql, {
    tenantId,
    actorId: by.userId,
    action: dryRun ? "schedule-dry-run" : "schedule-run",
    subject: `schedule:${row.id}`,
    facts: { name: row.name, runId: begun.runId },
  });
  return { ...begun, scheduleRunId, cause };
}

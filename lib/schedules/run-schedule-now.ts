import { recordAudit } from "#lib/audit/record-audit.ts";
import { requireWriter } from "#lib/auth/require-role.ts";
import type { Role, TenantContext } from "#lib/context.ts";
import { AppError } from "#lib/errors.ts";
import { notifySoon } from "#lib/events/notify-soon.ts";
import { newId, type RunId, type ScheduleId, type ScheduleRunId } from "#lib/ids.ts";
import { cancelRun } from "#lib/runs/cancel-run.ts";
import { lockSchedule } from "./find-schedule.ts";
import { insertScheduledRun } from "./insert-scheduled-run.ts";
import { openFirings } from "./open-firings.ts";
import { decideOverlap } from "./overlap.ts";
import type { ScheduleStatus } from "./states.ts";

const ABLE: readonly ScheduleStatus[] = ["active", "paused", "completed"];

/**
 * Begins a run of a schedule now, beside its clock, with the present rights of its creator. One that is under way is handled by the
 * schedule's overlap policy; where that says skip, the answer is 409.
 * @throws AppError 403, 404, 409 `illegal_transition` (a draft, a broken or a closed one), 409 `run_in_progress`
 */
export async function runScheduleNow(ctx: TenantContext, { id }: { id: ScheduleId }): Promise<{ runId: RunId }> {
  requireWriter(ctx);
  const { tenantId, userId, db } = ctx;
  const { begun, replaced } = await db.sql(async (sql) => {
    const row = await lockSchedule(sql, ctx, id);
    if (!ABLE.includes(row.status)) {
      const advice = row.status === "draft" ? " Activate it first." : "";
      throw new AppError("illegal_transition", `A schedule that is ${row.status} does not run.${advice}`, { from: row.status });
    }
    const [[creator], open] = await Promise.all([
      sql<
        { role: Role }[]
      >`select role from memberships where tenant_id = ${tenantId} and user_id = ${row.createdBy} and removed_at is null and role <> 'auditor'`,
      openFirings(sql, tenantId, id),
    ]);
    if (!creator)
      throw new AppError("conflict", "Whoever made it is no longer a member who may start runs. Make it anew in your own name.");
    const verdict = decideOverlap(row.overlap, open);
    if (verdict.kind === "skip") throw new AppError("run_in_progress", verdict.reason, { runId: open[0]?.runId ?? null });
    const firingId = newId<ScheduleRunId>();
    const [inserted] = await sql`
      insert into schedule_runs (tenant_id, id, schedule_id, cause, scheduled_for, status)
      values (${tenantId}, ${firingId}, ${id}, 'manual', now(), 'queued') on conflict do nothing returning id`;
    const actor: TenantContext = { tenantId, userId: row.createdBy, role: creator.role, db };
    const begun = inserted ? await insertScheduledRun(sql, actor, { ...row, scheduleId: row.id }, firingId) : null;
    if (!begun) throw new AppError("run_in_progress", "It was started at this very moment.");
    await recordAudit(sql, {
      tenantId,
      actorId: userId,
      action: "schedule-run",
      subject: `schedule:${id}`,
      facts: { name: row.name, runId: begun.runId },
    });
    return { begun, replaced: verdict.kind === "replace" ? open.map((firing) => firing.runId) : [] };
  });
  notifySoon(...begun.notices);
  for (const old of replaced) await cancelRun(ctx, { runId: old });
  return { runId: begun.runId };
}

import { recordAudit } from "#lib/audit/record-audit.ts";
import { requireWriter } from "#lib/auth/require-role.ts";
import type { TenantContext } from "#lib/context.ts";
import { notify } from "#lib/events/notify.ts";
import type { ScheduleId } from "#lib/ids.ts";
import { stopRun } from "#lib/runs/stop-run.ts";
import { lockSchedule } from "./find-schedule.ts";
import { openFirings } from "./open-firings.ts";

/**
 * Removes a schedule and its history, and stops what it runs. The chat with its runs stays.
 * @throws AppError 404, 403
 */
export async function deleteSchedule(ctx: TenantContext, { id }: { id: ScheduleId }): Promise<undefined> {
  requireWriter(ctx);
  const { tenantId, userId } = ctx;
  await ctx.db.sql(async (sql) => {
    const { name } = await lockSchedule(sql, ctx, id);
    for (const { runId } of await openFirings(sql, tenantId, id)) await stopRun(sql, ctx, runId);
    await sql`delete from schedules where tenant_id = ${tenantId} and id = ${id}`;
    await recordAudit(sql, { tenantId, actorId: userId, action: "schedule-delete", subject: `schedule:${id}`, facts: { name } });
    await notify(sql, { type: "schedule-changed", tenantId });
  });
}

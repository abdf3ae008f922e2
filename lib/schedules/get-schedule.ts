import type { TenantContext } from "#lib/context.ts";
import type { ScheduleId } from "#lib/ids.ts";
import { findSchedule } from "./find-schedule.ts";
import { type ScheduleView, scheduleView } from "./schedule-view.ts";

/** @throws AppError 404 */
export async function getSchedule(ctx: TenantContext, { id }: { id: ScheduleId }): Promise<ScheduleView> {
  return scheduleView(ctx, await ctx.db.sql((sql) => findSchedule(sql, ctx, id)));
}

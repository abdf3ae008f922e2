import type { TenantSql } from "#db/tenant.ts";
import type { TenantContext } from "#lib/context.ts";
import { AppError, notFound } from "#lib/errors.ts";
import type { ScheduleId } from "#lib/ids.ts";
import { type ScheduleRow, scheduleColumns, visibleSchedule } from "./schedule-row.ts";
import { mayControl } from "./schedule-view.ts";

/** @throws AppError 404 for one that does not exist here, or that the caller may not see */
export async function findSchedule(sql: TenantSql, ctx: TenantContext, scheduleId: ScheduleId): Promise<ScheduleRow> {
  const [row] = await sql<
    ScheduleRow[]
  >`select ${scheduleColumns(sql)} from schedules s where ${visibleSchedule(sql, ctx)} and s.id = ${scheduleId}`;
  if (!row) throw notFound("schedule");
  return row;
}

/**
 * The same, locked for a change: firings and other changes come before or after.
 * @throws AppError 404, and 403 when the caller may not control it
 */
export async function lockSchedule(sql: TenantSql, ctx: TenantContext, scheduleId: ScheduleId): Promise<ScheduleRow> {
  await sql`select 1 from schedules where tenant_id = ${ctx.tenantId} and id = ${scheduleId} for update`;
  const row = await findSchedule(sql, ctx, scheduleId);
  if (!mayControl(ctx, row)) {
    throw new AppError("forbidden", "This schedule acts in the name of another member: only they, an owner or an admin may change it.");
  }
  return row;
}

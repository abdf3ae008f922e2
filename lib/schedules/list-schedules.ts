import { z } from "zod";
import type { TenantContext } from "#lib/context.ts";
import { readCursor } from "#lib/paging/cursor.ts";
import type { PageRequest } from "#lib/paging/list-query.ts";
import { type Page, pageOf } from "#lib/paging/page.ts";
import { type ScheduleRow, scheduleColumns, visibleSchedule } from "./schedule-row.ts";
import { type ScheduleView, scheduleView } from "./schedule-view.ts";
import type { ScheduleStatus } from "./states.ts";

const LIST = "schedules";
const position = z.tuple([z.iso.datetime(), z.uuid()]);

/** The schedules that the caller may see, the newest first; archived ones only when asked for. */
export async function listSchedules(
  ctx: TenantContext,
  { limit, cursor, status }: PageRequest & { status?: ScheduleStatus | undefined },
): Promise<Page<ScheduleView>> {
  const { tenantId } = ctx;
  const [beforeAt, beforeId] = readCursor(tenantId, LIST, cursor, position) ?? [null, null];
  const [rows, [counted]] = await ctx.db.sql((sql) => {
    const among = sql`${visibleSchedule(sql, ctx)} and ${status ? sql`s.status = ${status}` : sql`s.status <> 'archived'`}`;
    return Promise.all([
      sql<ScheduleRow[]>`
        select ${scheduleColumns(sql)} from schedules s
         where ${among} and (${beforeAt}::timestamptz is null or (s.created_at, s.id) < (${beforeAt}::timestamptz, ${beforeId}::uuid))
         order by s.created_at desc, s.id desc limit ${limit + 1}`,
      sql<{ total: number }[]>`select count(*)::int as total from schedules s where ${among}`,
    ]);
  });
  return pageOf({
    tenantId,
    list: LIST,
    rows,
    limit,
    total: counted?.total ?? 0,
    position: (row) => [row.createdAt.toISOString(), row.id],
    item: (row) => scheduleView(ctx, row),
  });
}

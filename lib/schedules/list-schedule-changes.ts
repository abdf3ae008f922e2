import { z } from "zod";
import type { TenantContext } from "#lib/context.ts";
import type { ScheduleId, ToolCallId, UserId } from "#lib/ids.ts";
import { readCursor } from "#lib/paging/cursor.ts";
import type { PageRequest } from "#lib/paging/list-query.ts";
import { type Page, pageOf } from "#lib/paging/page.ts";
import { findSchedule } from "./find-schedule.ts";
import type { ScheduleFieldChanges } from "./record-change.ts";
import type { ScheduleStatus } from "./states.ts";

/** One change of a schedule: from what to what, who, when and why. */
export interface ScheduleChangeView {
  at: Date;
  /** Null, with the name: the product itself. */
  actorId: UserId | null;
  actorName: string | null;
  /** The call by which an agent did it, in the actor's name; null when they did it themselves. */
  callId: ToolCallId | null;
  from: ScheduleStatus;
  to: ScheduleStatus;
  fields: ScheduleFieldChanges;
  reason: string | null;
}

const LIST = "schedule-changes";
const position = z.tuple([z.int()]);

/**
 * What was changed of one schedule since it was made, the latest first. How it was made stands with the schedule.
 * @throws AppError 404
 */
export async function listScheduleChanges(
  ctx: TenantContext,
  { id, limit, cursor }: PageRequest & { id: ScheduleId },
): Promise<Page<ScheduleChangeView>> {
  const { tenantId } = ctx;
  const list = `${LIST} ${id}`;
  const before = readCursor(tenantId, list, cursor, position)?.[0] ?? null;
  const [rows, [counted]] = await ctx.db.sql(async (sql) => {
    await findSchedule(sql, ctx, id);
    return Promise.all([
      sql<(ScheduleChangeView & { seq: number })[]>`
        select h.seq, h.at, h.actor_id as "actorId", u.name as "actorName", h.call_id as "callId", h.from_status as "from", h.to_status as "to",
               h.fields, h.reason
          from schedule_changes h left join users u on u.id = h.actor_id
         where h.tenant_id = ${tenantId} and h.schedule_id = ${id} and (${before}::bigint is null or h.seq < ${before})
         order by h.seq desc limit ${limit + 1}`,
      sql<{ total: number }[]>`select count(*)::int as total from schedule_changes where tenant_id = ${tenantId} and schedule_id = ${id}`,
    ]);
  });
  return pageOf({
    tenantId,
    list,
    rows,
    limit,
    total: counted?.total ?? 0,
    position: ({ seq }) => [seq],
    item: ({ seq: _, ...change }) => change,
  });
}

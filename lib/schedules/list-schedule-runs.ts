import { z } from "zod";
import type { TenantContext } from "#lib/context.ts";
import type { ChatId, RunId, ScheduleId, ScheduleRunId } from "#lib/ids.ts";
import { readCursor } from "#lib/paging/cursor.ts";
import type { PageRequest } from "#lib/paging/list-query.ts";
import { type Page, pageOf } from "#lib/paging/page.ts";
import { loadScheduledRoom } from "#lib/runs/scheduled-room.ts";
import type { RunStatus } from "#lib/runs/states.ts";
import { findSchedule } from "./find-schedule.ts";
import type { FiringCause, ScheduleRunStatus } from "./states.ts";

/** One firing: its run, or why there was none. */
export interface ScheduleRunView {
  id: ScheduleRunId;
  runId: RunId | null;
  /** Where it stands. */
  chatId: ChatId | null;
  status: ScheduleRunStatus;
  cause: FiringCause;
  scheduledFor: Date;
  startedAt: Date | null;
  endedAt: Date | null;
  /** From the due time to the beginning. */
  lagMs: number | null;
  reason: string | null;
}

/** `ahead`: what the run is doing behind which this one waits in its chat; null when it is first there. */
type Row = ScheduleRunView & { ahead: RunStatus | null };
type ScheduledRoom = Awaited<ReturnType<typeof loadScheduledRoom>>;

const LIST = "schedule-runs";
const position = z.tuple([z.iso.datetime(), z.string(), z.uuid()]);

/**
 * The history of one schedule, the latest due time first.
 * @throws AppError 404
 */
export async function listScheduleRuns(
  ctx: TenantContext,
  { id, limit, cursor }: PageRequest & { id: ScheduleId },
): Promise<Page<ScheduleRunView>> {
  const { tenantId } = ctx;
  // A cursor of another schedule's history fits nowhere here.
  const list = `${LIST} ${id}`;
  const [beforeAt, beforeCause, beforeId] = readCursor(tenantId, list, cursor, position) ?? [null, null, null];
  const [rows, [counted], room] = await ctx.db.sql(async (sql) => {
    await findSchedule(sql, ctx, id);
    return Promise.all([
      sql<Row[]>`
        select f.id, f.run_id as "runId", r.chat_id as "chatId", f.status, f.cause, f.scheduled_for as "scheduledFor", f.started_at as "startedAt",
               f.ended_at as "endedAt", f.lag_ms as "lagMs", f.reason,
               case when f.status = 'queued' and c.active_run_id <> f.run_id
                    then (select a.status from runs a where a.tenant_id = f.tenant_id and a.id = c.active_run_id) end as ahead
          from schedule_runs f
          left join runs r on r.tenant_id = f.tenant_id and r.id = f.run_id
          left join chats c on c.tenant_id = r.tenant_id and c.id = r.chat_id
         where f.tenant_id = ${tenantId} and f.schedule_id = ${id}
           and (${beforeAt}::timestamptz is null or (f.scheduled_for, f.cause, f.id) < (${beforeAt}::timestamptz, ${beforeCause}, ${beforeId}::uuid))
         order by f.scheduled_for desc, f.cause desc, f.id desc limit ${limit + 1}`,
      sql<{ total: number }[]>`select count(*)::int as total from schedule_runs where tenant_id = ${tenantId} and schedule_id = ${id}`,
      loadScheduledRoom(sql, tenantId),
    ]);
  });
  return pageOf({
    tenantId,
    list,
    rows,
    limit,
    total: counted?.total ?? 0,
    position: (row) => [row.scheduledFor.toISOString(), row.cause, row.id],
    item: ({ ahead, ...row }) => ({ ...row, reason: row.reason ?? lineWords({ ...row, ahead }, room) }),
  });
}

/** Why a run that was made has not begun. Not stored, because it passes. */
function lineWords({ status, runId, ahead }: Row, { driven, atOnce }: ScheduledRoom): string | null {
  if (status !== "queued" || !runId) return null;
  if (ahead) {
    const state = ahead === "awaiting-approval" ? "still waits for a person's approval" : "has not ended";
    return `Waits its turn: what was asked before it in its chat ${state}.`;
  }
  if (driven < atOnce) return null;
  const runs = driven === 1 ? "1 scheduled run of this organization is" : `${driven} scheduled runs of this organization are`;
  return `Waits its turn: ${runs} under way, and ${atOnce} may be at once. Owners and admins change this limit under Settings, Limits.`;
}

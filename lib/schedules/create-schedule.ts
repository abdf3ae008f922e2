import type { TenantSql } from "#db/tenant.ts";
import { together } from "#db/together.ts";
import { requireAgent } from "#lib/agent-profiles/require-agent.ts";
import { sealSoon } from "#lib/audit/seal-soon.ts";
import { requireWriter } from "#lib/auth/require-role.ts";
import { titleFrom } from "#lib/chats/chat-title.ts";
import type { TenantContext } from "#lib/context.ts";
import { invalidRequest } from "#lib/errors.ts";
import { notifySoon } from "#lib/events/notify-soon.ts";
import { type AgentId, type ChatId, newId, type ScheduleId, type ToolCallId } from "#lib/ids.ts";
import { storableText } from "#lib/storable.ts";
import { hasRoom, lockMemberSchedules, scheduleLimit } from "./limits.ts";
import { firstRun } from "./next-runs.ts";
import { readTiming } from "./read-timing.ts";
import type { NewSchedule } from "./schedule-input.ts";
import { type ScheduleRow, scheduleColumns } from "./schedule-row.ts";
import { type ScheduleView, scheduleView } from "./schedule-view.ts";
import type { Timing } from "./timing.ts";
import { timingColumns } from "./timing-columns.ts";

/** The call that makes a schedule for a model, and the chat in which it was asked for. */
export interface MadeByCall {
  callId: ToolCallId;
  chatId: ChatId;
}

/**
 * Makes a schedule and the chat in which its runs will stand. A person's is active at once; a model's is a draft until a person activates it,
 * as private as the chat that it comes from, done by the agent of that chat, and the same call makes it once.
 * @throws AppError 400 for a timing that cannot be, 404 and 409 `agent_unavailable` for an agent that cannot be chosen, 409 `conflict` at the limit
 * of schedules
 */
export async function createSchedule(
  ctx: TenantContext,
  input: NewSchedule,
  options: { madeBy?: MadeByCall; now?: Date } = {},
): Promise<ScheduleView> {
  requireWriter(ctx);
  const { madeBy, now = new Date() } = options;
  const read = readTiming(input, now);
  if (!read.ok) throw invalidRequest(read.issues);
  const prompt = storableText(input.prompt);
  const made = { id: newId<ScheduleId>(), chatId: newId<ChatId>(), name: storableText(input.name ?? titleFrom(prompt)), prompt };
  const columns = { ...input, ...made, timing: read.timing, callId: madeBy?.callId ?? null, status: madeBy ? "draft" : "active" } as const;
  const { agentId = null } = input;
  const view = await ctx.db.sql(async (sql) => {
    const agent = agentId ? await requireAgent(sql, ctx.tenantId, agentId) : null;
    // One trip: nothing but the first two statements finds anything to do when the schedule is not made.
    const [, [row]] = await together([
      lockMemberSchedules(sql, ctx),
      insertSchedule(sql, ctx, columns, now),
      insertChat(sql, ctx, { ...made, agentId, from: madeBy?.chatId ?? null }),
      auditCreation(sql, ctx, columns),
    ]);
    if (!row) {
      const known = madeBy && (await scheduleOfCall(sql, ctx, madeBy.callId));
      if (!known) throw scheduleLimit();
      return scheduleView(ctx, known);
    }
    // The chat that knows it was stored behind the row.
    return scheduleView(ctx, agent ? { ...row, agentId, agentName: agent.name } : row);
  });
  notifySoon({ type: "schedule-changed", tenantId: ctx.tenantId });
  return view;
}

type Columns = Pick<NewSchedule, "prompt" | "missed" | "overlap"> & {
  id: ScheduleId;
  chatId: ChatId;
  name: string;
  timing: Timing;
  callId: ToolCallId | null;
  status: "draft" | "active";
};

/** No row: the member has as many as they may, or the call made it before. */
function insertSchedule(sql: TenantSql, { tenantId, userId }: TenantContext, columns: Columns, now: Date): PromiseLike<ScheduleRow[]> {
  const { id, chatId, name, prompt, missed, overlap, timing, callId, status } = columns;
  const { cron, runAt, everyMs, timeZone } = timingColumns(timing);
  return sql<ScheduleRow[]>`
    insert into schedules as s (tenant_id, id, name, prompt, cron, run_at, every_ms, time_zone, status, next_run_at, missed, overlap, chat_id, created_by,
                                created_by_call_id, created_at, updated_at)
    select ${tenantId}, ${id}, ${name}, ${prompt}, ${cron}, ${runAt}, ${everyMs}, ${timeZone}, ${status},
           ${status === "active" ? firstRun(timing, now) : null}, ${missed}, ${overlap}, ${chatId}, ${userId}, ${callId}, ${now}, ${now}
     where ${hasRoom(sql, { tenantId, userId })}
    on conflict (tenant_id, created_by_call_id) do nothing
    returning ${scheduleColumns(sql)}`;
}

/** Only when the schedule was made. What a model makes for a private chat stays private, and within what its agent may do. */
function insertChat(
  sql: TenantSql,
  { tenantId, userId }: TenantContext,
  made: { id: ScheduleId; chatId: ChatId; name: string; agentId: AgentId | null; from: ChatId | null },
) {
  return sql`
    insert into chats (tenant_id, id, title, title_source, visibility, agent_id, created_by, updated_at)
    select ${tenantId}, ${made.chatId}, ${made.name}, 'person',
           coalesce((select visibility from chats where tenant_id = ${tenantId} and id = ${made.from}), 'organization'),
           coalesce(${made.agentId}::uuid, (select agent_id from chats where tenant_id = ${tenantId} and id = ${made.from})), ${userId}, now()
      from schedules where tenant_id = ${tenantId} and id = ${made.id}`;
}

function auditCreation(sql: TenantSql, { tenantId, userId }: TenantContext, { id, name, timing, callId, status }: Columns) {
  const facts = { name, status, ...timingColumns(timing), callId };
  sealSoon(tenantId);
  return sql`
    insert into audit_entries (tenant_id, actor_id, action, subject, facts)
    select ${tenantId}, ${userId}, 'schedule-create', ${`schedule:${id}`}, ${sql.json(facts as never)}
      from schedules where tenant_id = ${tenantId} and id = ${id}`;
}

async function scheduleOfCall(sql: TenantSql, { tenantId }: TenantContext, callId: ToolCallId): Promise<ScheduleRow | undefined> {
  const [row] = await sql<ScheduleRow[]>`
    select ${scheduleColumns(sql)} from schedules s where s.tenant_id = ${tenantId} and s.created_by_call_id = ${callId}`;
  return row;
}

import type { TenantSql } from "#db/tenant.ts";
import { openChat } from "#lib/chats/visible-chat.ts";
import type { TenantContext } from "#lib/context.ts";
import { notFound } from "#lib/errors.ts";
import type { ScheduleId, ScheduleRunId } from "#lib/ids.ts";
import type { Usage } from "#lib/runs/states.ts";
import { callColumns, type ToolCallView } from "#lib/tool-calls/tool-call-view.ts";
import { findSchedule } from "./find-schedule.ts";
import type { ScheduleRunView } from "./list-schedule-runs.ts";
import { type TimelineEntry, type TimelineFacts, timelineOf } from "./run-timeline.ts";
import type { ScheduleConfiguration } from "./schedule-configuration.ts";

/** Everything that is known of one firing: what ran, what happened, what came of it. */
export interface ScheduleRunDetail extends ScheduleRunView {
  /** The schedule as it was when the run was made; null when nothing ran. */
  configuration: ScheduleConfiguration | null;
  /** Somebody changed what it does since then. */
  isChangedSince: boolean;
  /** Null when nothing ran. */
  run: RunFacts | null;
  /** What the agent said in the end, as Markdown; empty while it has said nothing. */
  answer: string;
  timeline: TimelineEntry[];
  toolCalls: ToolCallView[];
  isChatDeleted: boolean;
}

interface RunFacts extends NonNullable<TimelineFacts["run"]> {
  iterations: number;
  usage: Usage;
}

type FiringRow = TimelineFacts["firing"] & { configuration: ScheduleConfiguration | null; isChatDeleted: boolean; askedBy: string | null };
type RunRow = RunFacts & { answer: { type: string; text?: string }[] | null };

/**
 * One firing of a schedule with the whole story of its run.
 * @throws AppError 404 for a schedule or a firing that the caller may not see, and when its chat has become another's private one
 */
export async function getScheduleRun(
  ctx: TenantContext,
  { id, firing: firingId }: { id: ScheduleId; firing: ScheduleRunId },
): Promise<ScheduleRunDetail> {
  const { version, row, told, steps, calls, approvals } = await ctx.db.sql(async (sql) => {
    const { version } = await findSchedule(sql, ctx, id);
    const [[row], [told], steps, calls, approvals] = await Promise.all([
      readFiring(sql, ctx, id, firingId),
      readRun(sql, ctx, firingId),
      readSteps(sql, ctx, firingId),
      readCalls(sql, ctx, firingId),
      readApprovals(sql, ctx, firingId),
    ]);
    return { version, row, told, steps, calls, approvals };
  });
  if (!row) throw notFound("schedule run");
  const { createdAt, askedBy, isChatDeleted, configuration, ...firing } = row;
  const { answer = null, ...run } = told ?? {};
  const facts = told ? (run as RunFacts) : null;
  return {
    ...firing,
    configuration,
    isChangedSince: configuration !== null && configuration.version !== version,
    isChatDeleted,
    run: facts,
    answer: (answer ?? []).flatMap((part) => (part.type === "text" && part.text ? part.text : [])).join("\n\n"),
    timeline: timelineOf({ firing: { ...firing, createdAt }, askedBy, run: facts, steps, calls, approvals }),
    toolCalls: calls,
  };
}

function readFiring(sql: TenantSql, ctx: TenantContext, id: ScheduleId, firingId: ScheduleRunId) {
  return sql<FiringRow[]>`
    select f.id, f.run_id as "runId", r.chat_id as "chatId", f.status, f.cause, f.scheduled_for as "scheduledFor", f.started_at as "startedAt",
           f.ended_at as "endedAt", f.lag_ms as "lagMs", f.reason, f.created_at as "createdAt", f.configuration, c.deleted_at is not null as "isChatDeleted",
           (select u.name from audit_entries e join users u on u.id = e.actor_id
             where e.tenant_id = f.tenant_id and e.subject = 'schedule:' || f.schedule_id and e.facts->>'runId' = f.run_id::text limit 1) as "askedBy"
      from schedule_runs f
      left join runs r on r.tenant_id = f.tenant_id and r.id = f.run_id
      left join chats c on c.tenant_id = r.tenant_id and c.id = r.chat_id
     where f.tenant_id = ${ctx.tenantId} and f.schedule_id = ${id} and f.id = ${firingId} and (c.id is null or ${openChat(sql, ctx)})`;
}

/** The id of a firing's run, for a condition. */
function runOf(sql: TenantSql, { tenantId }: TenantContext, firingId: ScheduleRunId) {
  return sql`(select f.run_id from schedule_runs f where f.tenant_id = ${tenantId} and f.id = ${firingId})`;
}

function readRun(sql: TenantSql, ctx: TenantContext, firingId: ScheduleRunId) {
  return sql<RunRow[]>`
    select r.created_at as "createdAt", r.started_at as "startedAt", r.ended_at as "endedAt", r.status, r.stop_reason as "stopReason", r.error, r.model,
           r.interruptions, r.iterations, r.usage,
           (select m.parts from messages m where m.tenant_id = r.tenant_id and m.id = r.assistant_message_id) as answer
      from runs r where r.tenant_id = ${ctx.tenantId} and r.id = ${runOf(sql, ctx, firingId)}`;
}

function readSteps(sql: TenantSql, ctx: TenantContext, firingId: ScheduleRunId) {
  return sql<TimelineFacts["steps"][number][]>`
    select s.created_at as "createdAt", s.finish_reason as "finishReason", s.usage,
           (select count(*)::int from tool_calls t where t.tenant_id = s.tenant_id and t.run_id = s.run_id and t.step = s.step) as calls
      from run_steps s where s.tenant_id = ${ctx.tenantId} and s.run_id = ${runOf(sql, ctx, firingId)} order by s.step`;
}

function readCalls(sql: TenantSql, ctx: TenantContext, firingId: ScheduleRunId) {
  return sql<ToolCallView[]>`
    select ${callColumns(sql)} from tool_calls t
     where t.tenant_id = ${ctx.tenantId} and t.run_id = ${runOf(sql, ctx, firingId)} order by t.step, t.position`;
}

function readApprovals(sql: TenantSql, ctx: TenantContext, firingId: ScheduleRunId) {
  return sql<TimelineFacts["approvals"][number][]>`
    select a.id, a.call_id as "callId", a.summary, a.status, a.created_at as "createdAt", a.decided_at as "decidedAt", u.name as "decidedByName",
           a.decision_reason as reason
      from tool_calls t
      join approvals a on a.tenant_id = t.tenant_id and a.id = t.approval_id
      left join users u on u.id = a.decided_by
     where t.tenant_id = ${ctx.tenantId} and t.run_id = ${runOf(sql, ctx, firingId)} order by a.id`;
}

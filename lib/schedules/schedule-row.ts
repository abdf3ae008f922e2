import type { TenantSql } from "#db/tenant.ts";
import type { TenantContext } from "#lib/context.ts";
import type { AgentId, ChatId, RunId, ScheduleId, ToolCallId, UserId } from "#lib/ids.ts";
import type { MissedPolicy, OverlapPolicy, ScheduleRunStatus, ScheduleStatus } from "./states.ts";
import type { TimingRow } from "./timing-of-row.ts";

/** A schedule as its row stands, with what pages say beside it. */
export interface ScheduleRow extends TimingRow {
  id: ScheduleId;
  name: string;
  prompt: string;
  status: ScheduleStatus;
  nextRunAt: Date | null;
  missed: MissedPolicy;
  overlap: OverlapPolicy;
  chatId: ChatId | null;
  /** Who does it: the agent of its chat; null: the default one. */
  agentId: AgentId | null;
  agentName: string | null;
  createdBy: UserId;
  createdByName: string | null;
  createdByCallId: ToolCallId | null;
  /** Programs may call it. */
  hasWebhook: boolean;
  brokenReason: string | null;
  version: number;
  updatedAt: Date;
  /** The latest firing that was no dry run; its time as ISO 8601 in UTC. */
  lastRun: { status: ScheduleRunStatus; runId: RunId | null; scheduledFor: string } | null;
}

/** The columns of a {@link ScheduleRow}, for `schedules s`. */
export function scheduleColumns(sql: TenantSql) {
  return sql`
    s.id, s.name, s.prompt, s.cron, s.run_at as "runAt", s.every_ms as "everyMs", s.time_zone as "timeZone", s.status, s.next_run_at as "nextRunAt",
    s.missed, s.overlap, s.chat_id as "chatId",
    (select c.agent_id from chats c where c.tenant_id = s.tenant_id and c.id = s.chat_id) as "agentId",
    (select a.name from chats c join agents a on a.tenant_id = c.tenant_id and a.id = c.agent_id
      where c.tenant_id = s.tenant_id and c.id = s.chat_id) as "agentName",
    s.created_by as "createdBy", (select u.name from users u where u.id = s.created_by) as "createdByName",
    s.created_by_call_id as "createdByCallId", s.webhook_secret is not null as "hasWebhook", s.broken_reason as "brokenReason", s.version, s.created_at as "createdAt", s.updated_at as "updatedAt",
    (select jsonb_build_object('status', f.status, 'runId', f.run_id, 'scheduledFor',
                               to_char(f.scheduled_for at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) from schedule_runs f
      where f.tenant_id = s.tenant_id and f.schedule_id = s.id and f.cause <> 'dry-run' order by f.scheduled_for desc, f.cause limit 1) as "lastRun"`;
}

/** Schedules that a member may see, for `schedules s`: all but those whose chat is another's private one. */
export function visibleSchedule(sql: TenantSql, { tenantId, userId }: TenantContext) {
  return sql`s.tenant_id = ${tenantId} and (s.created_by = ${userId} or not exists (
    select 1 from chats c where c.tenant_id = s.tenant_id and c.id = s.chat_id and c.visibility = 'private' and c.created_by <> ${userId}))`;
}

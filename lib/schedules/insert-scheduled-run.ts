import type { TenantSql } from "#db/tenant.ts";
import { together } from "#db/together.ts";
import type { Role, TenantContext } from "#lib/context.ts";
import type { Notice } from "#lib/events/notify.ts";
import {
  type ChatId,
  type MessageId,
  newId,
  type RunId,
  type ScheduleId,
  type ScheduleRunId,
  type TenantId,
  type UserId,
} from "#lib/ids.ts";
import { NO_USAGE } from "#lib/runs/states.ts";
import type { ScheduleConfiguration } from "./schedule-configuration.ts";

export interface ScheduleToRun extends Omit<ScheduleConfiguration, "role" | "runAt"> {
  scheduleId: ScheduleId;
  chatId: ChatId | null;
  createdBy: UserId;
  runAt: Date | null;
  /** What is said instead of the prompt: the prompt with what its webhook was sent. */
  message?: string;
}

/** A run that will stand once the transaction is committed, and what is to be told then. */
export interface BegunRun {
  runId: RunId;
  notices: Notice[];
}

/**
 * Stores the schedule's prompt as a message in its chat and a queued run that answers it, and ties the firing to the run, with the schedule
 * as it is now. Null, and nothing is stored, when the firing was begun before. Behind a run that is under way in the chat it waits its turn.
 */
export async function insertScheduledRun(
  sql: TenantSql,
  { tenantId, role }: TenantContext,
  schedule: ScheduleToRun,
  scheduleRunId: ScheduleRunId,
): Promise<BegunRun | null> {
  const runId = newId<RunId>();
  const [[begun], [chat]] = await together([
    sql`update schedule_runs set run_id = ${runId}, configuration = ${sql.json(configurationOf(schedule, role) as never)}
         where tenant_id = ${tenantId} and id = ${scheduleRunId} and status = 'queued' and run_id is null
        returning id`,
    sql<{ isFirst: boolean }[]>`
      update chats set active_run_id = coalesce(active_run_id, ${runId}), updated_at = now()
       where tenant_id = ${tenantId} and id = ${schedule.chatId} and deleted_at is null
         and exists (select 1 from schedule_runs where tenant_id = ${tenantId} and run_id = ${runId})
      returning active_run_id = ${runId} as "isFirst"`,
    // In the same trip: they find nothing to do when the chat is gone, or the firing was begun before.
    ...insertTurn(sql, tenantId, schedule, { runId, scheduleRunId, chatId: schedule.chatId }),
  ]);
  if (!begun) return null;
  const chatId = chat && schedule.chatId ? schedule.chatId : await replaceChat(sql, schedule, tenantId, runId);
  if (!chat) await together(insertTurn(sql, tenantId, schedule, { runId, scheduleRunId, chatId }));
  const notices: Notice[] = [
    { type: "chat-changed", tenantId, chatId },
    { type: "schedule-changed", tenantId },
  ];
  if (chat?.isFirst !== false) notices.push({ type: "run-queued", tenantId, runId });
  return { runId, notices };
}

/** The message and the run that answers it, when the chat is there and the firing is tied to the run. Two statements, sent when they are awaited. */
function insertTurn(
  sql: TenantSql,
  tenantId: TenantId,
  { scheduleId, createdBy, prompt, message = prompt }: ScheduleToRun,
  { runId, scheduleRunId, chatId }: { runId: RunId; scheduleRunId: ScheduleRunId; chatId: ChatId | null },
) {
  const messageId = newId<MessageId>();
  const place = sql`
    from chats c join schedule_runs firing on firing.tenant_id = c.tenant_id and firing.run_id = ${runId}
   where c.tenant_id = ${tenantId} and c.id = ${chatId} and c.deleted_at is null`;
  return [
    sql`insert into messages (tenant_id, id, chat_id, role, author_id, client_message_id, parts)
        select ${tenantId}, ${messageId}, c.id, 'user', ${createdBy}, ${scheduleRunId}, ${sql.json([{ type: "text", text: message }])} ${place}`,
    sql`insert into runs (tenant_id, id, chat_id, user_message_id, assistant_message_id, trigger, status, user_id, schedule_id, is_dry_run, usage, created_at)
        select ${tenantId}, ${runId}, c.id, ${messageId}, ${newId<MessageId>()}, case firing.cause when 'webhook' then 'webhook' else 'schedule' end, 'queued',
               ${createdBy}, ${scheduleId}, firing.cause = 'dry-run', ${sql.json(NO_USAGE as never)},
               -- By the clock and not by when the transaction began: runs of a chat go in the order in which they took it, which this one just did.
               clock_timestamp() ${place}`,
  ];
}

function configurationOf(schedule: ScheduleToRun, role: Role): ScheduleConfiguration {
  const { name, prompt, cron, runAt, everyMs, timeZone, missed, overlap, version, createdByName } = schedule;
  const timing = { cron, runAt: runAt?.toISOString() ?? null, everyMs, timeZone };
  return { name, prompt, ...timing, missed, overlap, version, createdByName, role };
}

/** Somebody deleted the chat; the schedule goes on in a new one, done by whom it was done before. */
async function replaceChat(sql: TenantSql, schedule: ScheduleToRun, tenantId: TenantId, runId: RunId): Promise<ChatId> {
  const chatId = newId<ChatId>();
  await sql`
    insert into chats (tenant_id, id, title, title_source, visibility, agent_id, created_by, active_run_id, updated_at)
    values (${tenantId}, ${chatId}, ${schedule.name}, 'person',
            coalesce((select visibility from chats where tenant_id = ${tenantId} and id = ${schedule.chatId}), 'organization'),
            (select agent_id from chats where tenant_id = ${tenantId} and id = ${schedule.chatId}), ${schedule.createdBy}, ${runId}, now())`;
  await sql`update schedules set chat_id = ${chatId} where tenant_id = ${tenantId} and id = ${schedule.scheduleId}`;
  return chatId;
}

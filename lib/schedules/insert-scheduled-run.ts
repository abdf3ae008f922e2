import type { TenantSql } from "#db/tenant.ts";
import type { TenantContext } from "#lib/context.ts";
import { notify } from "#lib/events/notify.ts";
import { type ChatId, type MessageId, newId, type RunId, type ScheduleId, type ScheduleRunId, type UserId } from "#lib/ids.ts";
import { NO_USAGE } from "#lib/runs/states.ts";

export interface ScheduleToRun {
  scheduleId: ScheduleId;
  name: string;
  prompt: string;
  chatId: ChatId | null;
  createdBy: UserId;
}

/**
 * Stores the schedule's prompt as a message in its chat and a queued run that answers it, and ties the firing to the run. Null, and nothing
 * is stored, when the firing was begun before. Behind a run that is under way in the chat it waits its turn.
 */
export async function insertScheduledRun(
  sql: TenantSql,
  { tenantId }: TenantContext,
  schedule: ScheduleToRun,
  scheduleRunId: ScheduleRunId,
): Promise<RunId | null> {
  const [runId, messageId] = [newId<RunId>(), newId<MessageId>()];
  const [[begun], [chat]] = await Promise.all([
    sql`update schedule_runs set run_id = ${runId} where tenant_id = ${tenantId} and id = ${scheduleRunId} and status = 'queued' and run_id is null
        returning id`,
    sql<{ isFirst: boolean }[]>`
      update chats set active_run_id = coalesce(active_run_id, ${runId}), updated_at = now()
       where tenant_id = ${tenantId} and id = ${schedule.chatId} and deleted_at is null
         and exists (select 1 from schedule_runs where tenant_id = ${tenantId} and run_id = ${runId})
      returning active_run_id = ${runId} as "isFirst"`,
  ]);
  if (!begun) return null;
  const chatId = chat && schedule.chatId ? schedule.chatId : await replaceChat(sql, schedule, tenantId, runId);
  await Promise.all([
    sql`insert into messages (tenant_id, id, chat_id, role, author_id, client_message_id, parts)
        values (${tenantId}, ${messageId}, ${chatId}, 'user', ${schedule.createdBy}, ${scheduleRunId}, ${sql.json([{ type: "text", text: schedule.prompt }])})`,
    sql`insert into runs (tenant_id, id, chat_id, user_message_id, assistant_message_id, trigger, status, user_id, schedule_id, usage)
        values (${tenantId}, ${runId}, ${chatId}, ${messageId}, ${newId<MessageId>()}, 'schedule', 'queued', ${schedule.createdBy}, ${schedule.scheduleId},
                ${sql.json(NO_USAGE as never)})`,
    notify(sql, { type: "chat-changed", tenantId, chatId }),
    notify(sql, { type: "schedule-changed", tenantId }),
    chat?.isFirst === false ? null : notify(sql, { type: "run-queued", tenantId, runId }),
  ]);
  return runId;
}

/** Somebody deleted the chat; the schedule goes on in a new one. */
async function replaceChat(sql: TenantSql, schedule: ScheduleToRun, tenantId: TenantContext["tenantId"], runId: RunId): Promise<ChatId> {
  const chatId = newId<ChatId>();
  await sql`
    insert into chats (tenant_id, id, title, title_source, visibility, created_by, active_run_id, updated_at)
    values (${tenantId}, ${chatId}, ${schedule.name}, 'person', coalesce((select visibility from chats where tenant_id = ${tenantId} and id = ${schedule.chatId}), 'organization'),
            ${schedule.createdBy}, ${runId}, now())`;
  await sql`update schedules set chat_id = ${chatId} where tenant_id = ${tenantId} and id = ${schedule.scheduleId}`;
  return chatId;
}

import type { TenantSql } from "#db/tenant.ts";
import { together } from "#db/together.ts";
import { offWords, selectAgentVersion } from "#lib/agent-profiles/select-agent.ts";
import { requireWriter } from "#lib/auth/require-role.ts";
import type { EntryPoint, TenantContext } from "#lib/context.ts";
import { AppError, notFound } from "#lib/errors.ts";
import { CHANNEL, type Notice, notify } from "#lib/events/notify.ts";
import { type ChatId, type MessageId, newId, type RunId } from "#lib/ids.ts";
import { allowanceOf, type StoredAllowance, selectAllowance } from "#lib/limits/allowance.ts";
import { requireRoomToday } from "#lib/limits/require-room-today.ts";
import { processId } from "#lib/process-identity.ts";
import type { ClaimedRun } from "#lib/runs/claim-run.ts";
import { LEASE_SECONDS } from "#lib/runs/lease.ts";
import { loadRunState } from "#lib/runs/load-run-state.ts";
import { NO_USAGE } from "#lib/runs/states.ts";
import { storableText } from "#lib/storable.ts";
import { titleFrom } from "./chat-title.ts";
import { visibleChat } from "./visible-chat.ts";

export interface SendMessage {
  chatId: ChatId;
  /** 1 to 100,000 characters. */
  text: string;
  /** The client's own id: sent again, the message is not. */
  clientMessageId: string;
  /** Wait for the run under way instead of being refused. */
  queue?: boolean;
  /** Where it came in, when that cannot be told by how the caller proved who they are. */
  entryPoint?: "mcp";
}

/** `claimed` is set when this process holds the lease and must drive the run. */
export interface SentMessage {
  runId: RunId;
  claimed: ClaimedRun | null;
}

/**
 * Stores a message and begins the run that answers it, in one transaction: the chat has one run at a time, decided by compare-and-set.
 * Resolves as soon as the driver can begin: `claimed.begun` is the commit, which the driver waits for before it writes a word, and a caller
 * before it promises anything.
 * @throws AppError 404, 409 `run_in_progress`, 409 `agent_unavailable` when the chat's agent is switched off or deleted, 409 `conflict` for a client's id that somebody else used in this chat, 429 `rate_limited` when a limit of the day leaves nothing; then nothing is stored
 */
export async function sendMessage(ctx: TenantContext, input: SendMessage): Promise<SentMessage> {
  requireWriter(ctx);
  const { tenantId, userId } = ctx;
  const message = { id: newId<MessageId>(), text: storableText(input.text) };
  const runId = newId<RunId>();
  const sent = Promise.withResolvers<SentMessage>();
  const begun: Promise<SentMessage> = ctx.db.hot(async (sql) => {
    const [[chat], state] = await together([
      beginRun(sql, ctx, input, message, runId).execute(),
      // On the wire behind the writes: what the driver needs is here when they are. Nothing was written when the chat was not free.
      loadRunState(sql, tenantId, runId, { isFresh: true, isAlone: input.entryPoint === "mcp" }),
    ]);
    if (!chat || !state) return { runId: await notFree(sql, ctx, input, message, runId), claimed: null };
    requireRoomToday(state.allowance);
    const started = { runId, claimed: { lease: { tenantId, runId, userId, epoch: 1 }, state, begun } };
    sent.resolve(started);
    return started;
  });
  begun.then(sent.resolve, sent.reject);
  return sent.promise;
}

/** Takes the chat when it is free, and only then stores the message and its run and tells the readers: one statement. */
function beginRun(sql: TenantSql, ctx: TenantContext, input: SendMessage, message: { id: MessageId; text: string }, runId: RunId) {
  const { tenantId } = ctx;
  const notice: Notice = { type: "chat-changed", tenantId, chatId: input.chatId };
  return sql<{ id: ChatId }[]>`
    with taken as (
      update chats c set active_run_id = ${runId}, updated_at = now(),
             title = case when title = '' and title_source = 'automatic' then ${titleFrom(message.text)} else title end
       where c.id = ${input.chatId} and ${visibleChat(sql, ctx)} and active_run_id is null
         and (agent_id is null or exists (
               select 1 from agents a where a.tenant_id = c.tenant_id and a.id = c.agent_id and a.is_enabled and a.deleted_at is null))
         and not exists (select 1 from messages where tenant_id = ${tenantId} and chat_id = ${input.chatId} and client_message_id = ${input.clientMessageId})
      returning id
    ), said as (
      ${insertMessage(sql, ctx, input, message)} from taken
    ), begun as (
      ${insertRun(sql, ctx, input, message.id, runId, "running")} from taken
    )
    select id, pg_notify(${CHANNEL}, ${JSON.stringify(notice)}) from taken`;
}

/** The same message again, a chat that cannot be seen, or a run under way. */
async function notFree(
  sql: TenantSql,
  ctx: TenantContext,
  input: SendMessage,
  message: { id: MessageId; text: string },
  runId: RunId,
): Promise<RunId> {
  const [[chat], [sent], [used]] = await together([
    sql<{ activeRunId: RunId | null; agent: Parameters<typeof offWords>[0] | null }[]>`
      select active_run_id as "activeRunId",
             (select jsonb_build_object('name', name, 'isEnabled', is_enabled, 'isDeleted', deleted_at is not null) from agents a
               where a.tenant_id = c.tenant_id and a.id = c.agent_id) as agent
        from chats c where c.id = ${input.chatId} and ${visibleChat(sql, ctx)} for no key update`,
    sql<{ runId: RunId; isOwn: boolean }[]>`
      select r.id as "runId", m.author_id = ${ctx.userId} as "isOwn"
        from messages m join runs r on r.tenant_id = m.tenant_id and r.user_message_id = m.id
       where m.tenant_id = ${ctx.tenantId} and m.chat_id = ${input.chatId} and m.client_message_id = ${input.clientMessageId}`,
    sql<[{ allowance: StoredAllowance }]>`select ${selectAllowance(sql, ctx.tenantId, sql`${ctx.userId}::uuid`)} as allowance`,
  ]);
  if (!chat) throw notFound("chat");
  if (sent?.isOwn) return sent.runId;
  // Clients may count their messages from one. Nobody's message is taken for somebody else's.
  if (sent)
    throw new AppError("conflict", "Somebody else sent a message with this `clientMessageId` in this chat. Send it with another one.");
  const off = chat.agent && offWords(chat.agent);
  if (off) throw new AppError("agent_unavailable", off);
  if (!input.queue) {
    throw new AppError("run_in_progress", "This chat is still answering the last message. Wait, stop it, or send with `queue: true`.", {
      runId: chat.activeRunId,
    });
  }
  requireRoomToday(allowanceOf(ctx.tenantId, used.allowance));
  // The run ended between the two statements: then this one is first in its chat, and a driver is asked for.
  const [place] = await sql`update chats set active_run_id = coalesce(active_run_id, ${runId}), updated_at = now()
     where tenant_id = ${ctx.tenantId} and id = ${input.chatId} returning active_run_id = ${runId} as "isFirst"`;
  await insertMessage(sql, ctx, input, message);
  await insertRun(sql, ctx, input, message.id, runId, "queued");
  await notify(sql, { type: "chat-changed", tenantId: ctx.tenantId, chatId: input.chatId });
  if (place?.isFirst) await notify(sql, { type: "run-queued", tenantId: ctx.tenantId, runId });
  return runId;
}

function insertMessage(sql: TenantSql, ctx: TenantContext, input: SendMessage, message: { id: MessageId; text: string }) {
  return sql`
    insert into messages (tenant_id, id, chat_id, role, author_id, client_message_id, parts)
    select ${ctx.tenantId}::uuid, ${message.id}::uuid, ${input.chatId}::uuid, 'user', ${ctx.userId}::uuid, ${input.clientMessageId},
           ${sql.json([{ type: "text", text: message.text }])}::jsonb`;
}

function insertRun(
  sql: TenantSql,
  ctx: TenantContext,
  input: SendMessage,
  messageId: MessageId,
  runId: RunId,
  status: "running" | "queued",
) {
  const isRunning = status === "running";
  return sql`
    insert into runs (tenant_id, id, chat_id, user_message_id, assistant_message_id, trigger, status, user_id, usage, epoch, lease_owner, lease_until, agent_version, created_at, started_at)
    select ${ctx.tenantId}::uuid, ${runId}::uuid, ${input.chatId}::uuid, ${messageId}::uuid, ${newId<MessageId>()}::uuid, ${input.entryPoint ?? triggerOf(ctx)}, ${status}, ${ctx.userId}::uuid,
           ${sql.json(NO_USAGE as never)}::jsonb, ${isRunning ? 1 : 0}::int, ${isRunning ? processId() : null}, case when ${isRunning} then now() + ${`${LEASE_SECONDS} seconds`}::interval end,
           ${isRunning ? selectAgentVersion(sql, ctx.tenantId, sql`${input.chatId}::uuid`) : null}::int,
           -- By the clock and not by when the transaction began: runs of a chat go in the order in which they took it, which this one just did.
           clock_timestamp(), case when ${isRunning} then clock_timestamp() end`;
}

/** A key is a program: its runs are `api` runs. */
function triggerOf(ctx: TenantContext): EntryPoint {
  return ctx.apiKeyId ? "api" : "chat";
}

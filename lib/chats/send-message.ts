import type { TenantSql } from "#db/tenant.ts";
import { together } from "#db/together.ts";
import { requireWriter } from "#lib/auth/require-role.ts";
import type { TenantContext } from "#lib/context.ts";
import { CHANNEL, type Notice } from "#lib/events/notify.ts";
import { type ChatId, newId, type RunId } from "#lib/ids.ts";
import { requireRoomToday } from "#lib/limits/require-room-today.ts";
import type { ClaimedRun } from "#lib/runs/claim-run.ts";
import { loadRunState } from "#lib/runs/load-run-state.ts";
import { storableText } from "#lib/storable.ts";
import { titleFrom } from "./chat-title.ts";
import { insertMessage, insertRun, type NewTurn } from "./insert-turn.ts";
import { queueMessage } from "./queue-message.ts";
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
 * @throws AppError, and then nothing is stored: 404; 409 `run_in_progress`, `agent_unavailable` when the chat's agent is switched off or deleted,
 * `conflict` for a client's id that somebody else used in this chat; 429 `rate_limited` when a limit of the day leaves nothing
 */
export async function sendMessage(ctx: TenantContext, { queue = false, ...said }: SendMessage): Promise<SentMessage> {
  requireWriter(ctx);
  const { tenantId, userId } = ctx;
  const turn: NewTurn = { ...said, text: storableText(said.text), messageId: newId(), runId: newId() };
  const { runId } = turn;
  const sent = Promise.withResolvers<SentMessage>();
  const begun: Promise<SentMessage> = ctx.db.hot(async (sql) => {
    const [[chat], state] = await together([
      beginRun(sql, ctx, turn).execute(),
      // On the wire behind the writes: what the driver needs is here when they are. Nothing was written when the chat was not free.
      loadRunState(sql, tenantId, runId, { isFresh: true, isAlone: turn.entryPoint === "mcp" }),
    ]);
    if (!chat || !state) return { runId: await queueMessage(sql, ctx, turn, queue), claimed: null };
    requireRoomToday(state.allowance);
    const started = { runId, claimed: { lease: { tenantId, runId, userId, epoch: 1 }, state, begun } };
    sent.resolve(started);
    return started;
  });
  begun.then(sent.resolve, sent.reject);
  return sent.promise;
}

/** Takes the chat when it is free, and only then stores the message and its run and tells the readers: one statement. */
function beginRun(sql: TenantSql, ctx: TenantContext, turn: NewTurn) {
  const { tenantId } = ctx;
  const { chatId, runId, clientMessageId } = turn;
  const notice: Notice = { type: "chat-changed", tenantId, chatId };
  return sql<{ id: ChatId }[]>`
    with taken as (
      update chats c set active_run_id = ${runId}, updated_at = now(),
             title = case when title = '' and title_source = 'automatic' then ${titleFrom(turn.text)} else title end
       where c.id = ${chatId} and ${visibleChat(sql, ctx)} and active_run_id is null
         and (agent_id is null or exists (
               select 1 from agents a where a.tenant_id = c.tenant_id and a.id = c.agent_id and a.is_enabled and a.deleted_at is null))
         and not exists (select 1 from messages where tenant_id = ${tenantId} and chat_id = ${chatId} and client_message_id = ${clientMessageId})
      returning id
    ), said as (
      ${insertMessage(sql, ctx, turn)} from taken
    ), begun as (
      ${insertRun(sql, ctx, turn, "running")} from taken
    )
    select id, pg_notify(${CHANNEL}, ${JSON.stringify(notice)}) from taken`;
}

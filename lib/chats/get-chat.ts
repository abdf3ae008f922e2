import type { UIMessageChunk } from "ai";
import { z } from "zod";
import type { TenantContext } from "#lib/context.ts";
import { notFound } from "#lib/errors.ts";
import type { ChatId, MessageId, RunId } from "#lib/ids.ts";
import { readCursor, writeCursor } from "#lib/paging/cursor.ts";
import type { RunStatus } from "#lib/runs/states.ts";
import { readSummary } from "#lib/summaries/summary-view.ts";
import { type ActiveRun, type ChatDetail, type ChatMessage, type ChatView, chatColumns } from "./chat-view.ts";
import { LiveMessage } from "./live-message.ts";
import { orderMessages } from "./order-messages.ts";
import { messageView, readMessages } from "./read-messages.ts";
import { soundParts } from "./sound-parts.ts";
import { visibleChat } from "./visible-chat.ts";

export interface GetChat {
  chatId: ChatId;
  /** An `olderCursor`: the messages before those that came with it. */
  before?: string | undefined;
  /** How many messages at most, the newest; 200 when not said. */
  limit?: number | undefined;
}

const DEFAULT_LIMIT = 200;
const position = z.tuple([z.number().int()]);

/**
 * A chat with its newest messages, as AI SDK UIMessages. While a run is under way, its answer so far is among them, and `activeRun` says how
 * to go on with it from the run's events.
 * @throws AppError 404, also for another person's private chat
 */
export async function getChat(ctx: TenantContext, { chatId, before, limit = DEFAULT_LIMIT }: GetChat): Promise<ChatDetail> {
  const { tenantId } = ctx;
  const list = `messages ${chatId}`;
  const [beforeSeq] = readCursor(tenantId, list, before, position, "before") ?? [null];
  const isNewest = beforeSeq === null;
  const [[chat], [run], events, queued, rows, [summary]] = await ctx.db.sql((sql) =>
    // In this order: a run that ends between the statements is then seen twice, never not at all.
    Promise.all([
      sql<ChatView[]>`select ${chatColumns(sql)} from chats c where ${visibleChat(sql, ctx)} and c.id = ${chatId}`.execute(),
      sql<RunRow[]>`
        select r.id, r.status, r.user_message_id as "userMessageId", r.assistant_message_id as "assistantMessageId", r.created_at as "createdAt"
          from chats c join runs r on r.tenant_id = c.tenant_id and r.id = c.active_run_id
         where c.tenant_id = ${tenantId} and c.id = ${chatId} and ${isNewest}`.execute(),
      sql<EventRow[]>`
        select seq, chunks from run_events where tenant_id = ${tenantId} and ${isNewest}
           and run_id = (select active_run_id from chats where tenant_id = ${tenantId} and id = ${chatId}) order by seq`.execute(),
      sql<{ messageId: MessageId }[]>`
        select user_message_id as "messageId" from runs where tenant_id = ${tenantId} and chat_id = ${chatId} and status = 'queued'`.execute(),
      readMessages(sql, tenantId, { chatId, before: beforeSeq, limit: limit + 1 }),
      readSummary(sql, tenantId, chatId).execute(),
    ]),
  );
  if (!chat) throw notFound("chat");
  const stored = rows.length > limit ? rows.slice(1) : rows;
  const oldest = stored[0];
  const isWaiting = new Set(queued.map(({ messageId }) => messageId).filter((id) => id !== run?.userMessageId));
  const placed = stored.map((message) => ({
    id: message.id,
    answers: message.answers,
    view: messageView(message, isWaiting.has(message.id)),
  }));
  const live = run && !stored.some((message) => message.id === run.assistantMessageId) ? liveView(run, events) : null;
  if (live?.message) placed.push({ id: live.message.id, answers: live.active.userMessageId, view: live.message });
  return {
    ...chat,
    activeRunId: live?.active.id ?? null,
    messages: orderMessages(placed).map(({ view }) => view),
    olderCursor: rows.length > limit && oldest ? writeCursor(tenantId, list, [oldest.seq]) : null,
    activeRun: live?.active ?? null,
    summary: summary ?? null,
  };
}

interface RunRow {
  id: RunId;
  status: RunStatus;
  userMessageId: MessageId;
  assistantMessageId: MessageId;
  createdAt: Date;
}

interface EventRow {
  seq: number;
  chunks: UIMessageChunk[];
}

function liveView(run: RunRow, events: readonly EventRow[]): { active: ActiveRun; message: ChatMessage | null } {
  const live = new LiveMessage();
  for (const { seq, chunks } of events) {
    const first = seq - chunks.length + 1;
    for (const [index, chunk] of chunks.entries()) live.add(first + index, chunk);
  }
  const { parts, metadata, open, lastSeq, liveOutput } = live.snapshot();
  const { id, status, userMessageId, assistantMessageId } = run;
  const message: ChatMessage = {
    id: assistantMessageId,
    role: "assistant",
    parts: soundParts(parts),
    metadata: { ...metadata, createdAt: run.createdAt.toISOString(), runId: id, isPartial: true },
  };
  return { active: { id, status, userMessageId, assistantMessageId, lastSeq, open, liveOutput }, message: lastSeq > 0 ? message : null };
}

import type { TenantSql } from "#db/tenant.ts";
import { together } from "#db/together.ts";
import { offWords } from "#lib/agent-profiles/select-agent.ts";
import type { TenantContext } from "#lib/context.ts";
import { AppError, notFound } from "#lib/errors.ts";
import { notify } from "#lib/events/notify.ts";
import type { RunId } from "#lib/ids.ts";
import { allowanceOf, type StoredAllowance, selectAllowance } from "#lib/limits/allowance.ts";
import { requireRoomToday } from "#lib/limits/require-room-today.ts";
import { insertMessage, insertRun, type NewTurn } from "./insert-turn.ts";
import { visibleChat } from "./visible-chat.ts";

/**
 * What becomes of a message that could not take its chat, in the transaction that tried: the run of the same message when it was sent before, else a
 * place behind the run under way, when it may wait.
 * @returns the run that answers it
 * @throws AppError as `sendMessage`
 */
export async function queueMessage(sql: TenantSql, ctx: TenantContext, turn: NewTurn, mayWait: boolean): Promise<RunId> {
  const { chat, sent, allowance } = await lookAgain(sql, ctx, turn);
  if (!chat) throw notFound("chat");
  if (sent?.isOwn) return sent.runId;
  // Clients may count their messages from one. Nobody's message is taken for somebody else's.
  if (sent)
    throw new AppError("conflict", "Somebody else sent a message with this `clientMessageId` in this chat. Send it with another one.");
  const off = chat.agent && offWords(chat.agent);
  if (off) throw new AppError("agent_unavailable", off);
  if (!mayWait) {
    throw new AppError("run_in_progress", "This chat is still answering the last message. Wait, stop it, or send with `queue: true`.", {
      runId: chat.activeRunId,
    });
  }
  requireRoomToday(allowanceOf(ctx.tenantId, allowance));
  await standInLine(sql, ctx, turn);
  return turn.runId;
}

interface Found {
  chat: { activeRunId: RunId | null; agent: Parameters<typeof offWords>[0] | null } | undefined;
  sent: { runId: RunId; isOwn: boolean } | undefined;
  allowance: StoredAllowance;
}

/** The chat, locked, if the caller can see it; the run of a message with the same client's id, whoever sent it; and what is left of today. */
async function lookAgain(sql: TenantSql, ctx: TenantContext, { chatId, clientMessageId }: NewTurn): Promise<Found> {
  const { tenantId, userId } = ctx;
  const [[chat], [sent], [used]] = await together([
    sql<NonNullable<Found["chat"]>[]>`
      select c.active_run_id as "activeRunId",
             (select jsonb_build_object('name', name, 'isEnabled', is_enabled, 'isDeleted', deleted_at is not null) from agents a
               where a.tenant_id = c.tenant_id and a.id = c.agent_id) as agent
        from chats c where c.id = ${chatId} and ${visibleChat(sql, ctx)} for no key update`,
    sql<NonNullable<Found["sent"]>[]>`
      select r.id as "runId", m.author_id = ${userId} as "isOwn"
        from messages m join runs r on r.tenant_id = m.tenant_id and r.user_message_id = m.id
       where m.tenant_id = ${tenantId} and m.chat_id = ${chatId} and m.client_message_id = ${clientMessageId}`,
    sql<[{ allowance: StoredAllowance }]>`select ${selectAllowance(sql, tenantId, sql`${userId}::uuid`)} as allowance`,
  ]);
  return { chat, sent, allowance: used.allowance };
}

async function standInLine(sql: TenantSql, ctx: TenantContext, turn: NewTurn): Promise<void> {
  const { tenantId } = ctx;
  const { chatId, runId } = turn;
  // The run ended between the two statements: then this one is first in its chat, and a driver is asked for.
  const [place] = await sql`update chats set active_run_id = coalesce(active_run_id, ${runId}), updated_at = now()
     where tenant_id = ${tenantId} and id = ${chatId} returning active_run_id = ${runId} as "isFirst"`;
  await insertMessage(sql, ctx, turn);
  await insertRun(sql, ctx, turn, "queued");
  await notify(sql, { type: "chat-changed", tenantId, chatId });
  if (place?.isFirst) await notify(sql, { type: "run-queued", tenantId, runId });
}

import type { TenantSql } from "#db/tenant.ts";
import type { ChatId, MessageId, RunId, TenantId, UserId } from "#lib/ids.ts";
import type { ChatMessage } from "./chat-view.ts";
import { soundParts } from "./sound-parts.ts";

/** A stored message, with its place and with the message that it answers. */
export interface StoredMessage {
  id: MessageId;
  seq: number;
  answers: MessageId | null;
  role: "user" | "assistant";
  parts: ChatMessage["parts"];
  metadata: Record<string, unknown> | null;
  createdAt: Date;
  authorId: UserId | null;
  authorName: string | null;
  clientMessageId: string | null;
  runId: RunId | null;
}

/** The last `limit` messages before a place, oldest first. */
export async function readMessages(
  sql: TenantSql,
  tenantId: TenantId,
  { chatId, before, limit }: { chatId: ChatId; before: number | null; limit: number },
): Promise<StoredMessage[]> {
  const rows = await sql<StoredMessage[]>`
    select m.id, m.seq, r.user_message_id as answers, m.role, m.parts, m.metadata, m.created_at as "createdAt",
           m.author_id as "authorId", u.name as "authorName", m.client_message_id as "clientMessageId", m.run_id as "runId"
      from messages m
      left join users u on u.id = m.author_id
      left join runs r on m.role = 'assistant' and r.tenant_id = m.tenant_id and r.id = m.run_id
     where m.tenant_id = ${tenantId} and m.chat_id = ${chatId} and (${before}::bigint is null or m.seq < ${before})
     order by m.seq desc limit ${limit}`;
  return rows.reverse();
}

/** As the API and the pages show it. */
export function messageView(message: StoredMessage, isQueued: boolean): ChatMessage {
  const { id, role, parts, createdAt, authorId, authorName, clientMessageId, runId } = message;
  return {
    id,
    role,
    parts: soundParts(parts),
    metadata: {
      createdAt: createdAt.toISOString(),
      // An answer's own `createdAt` is when its run began.
      ...message.metadata,
      ...(authorId && { authorId }),
      ...(authorName !== null && { authorName }),
      ...(clientMessageId && { clientMessageId }),
      ...(isQueued && { isQueued }),
      ...(runId && { runId }),
    },
  };
}

import type { TenantContext } from "#lib/context.ts";
import { notFound } from "#lib/errors.ts";
import type { ChatId } from "#lib/ids.ts";
import { type ChatMessage, type ChatView, chatColumns } from "./chat-view.ts";
import { orderMessages } from "./order-messages.ts";
import { messageView, readMessages } from "./read-messages.ts";
import { visibleChat } from "./visible-chat.ts";

/** The whole chat, every stored message of it. */
export interface ExportedChat {
  chat: ChatView;
  messages: ChatMessage[];
}

/** All that was said and done in a chat, for a file. An answer that is still being written is not in it yet. */
export async function exportChat(ctx: TenantContext, { chatId }: { chatId: ChatId }): Promise<ExportedChat> {
  const [[chat], stored] = await ctx.db.sql((sql) =>
    Promise.all([
      sql<ChatView[]>`select ${chatColumns(sql)} from chats c where ${visibleChat(sql, ctx)} and c.id = ${chatId}`.execute(),
      readMessages(sql, ctx.tenantId, { chatId, before: null, limit: Number.MAX_SAFE_INTEGER }),
    ]),
  );
  if (!chat) throw notFound("chat");
  return { chat, messages: orderMessages(stored).map((message) => messageView(message, false)) };
}

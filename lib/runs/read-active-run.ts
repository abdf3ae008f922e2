import { visibleChat } from "#lib/chats/visible-chat.ts";
import type { TenantContext } from "#lib/context.ts";
import type { ChatId, RunId } from "#lib/ids.ts";

/** The run under way in a chat that the caller may see; null when there is none, or no such chat. */
export async function readActiveRun(ctx: TenantContext, chatId: ChatId): Promise<RunId | null> {
  const [chat] = await ctx.db.sql(
    (sql) => sql<{ activeRunId: RunId | null }[]>`
      select c.active_run_id as "activeRunId" from chats c where c.id = ${chatId} and ${visibleChat(sql, ctx)}`,
  );
  return chat?.activeRunId ?? null;
}

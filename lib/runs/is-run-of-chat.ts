import { visibleChat } from "#lib/chats/visible-chat.ts";
import type { TenantContext } from "#lib/context.ts";
import type { ChatId, RunId } from "#lib/ids.ts";

/** Whether that run is one of a chat that the caller may see; false as well for one that never was. */
export async function isRunOfChat(ctx: TenantContext, chatId: ChatId, runId: RunId): Promise<boolean> {
  const [run] = await ctx.db.sql(
    (sql) => sql`
      select 1 from runs r join chats c on c.tenant_id = r.tenant_id and c.id = r.chat_id
       where r.tenant_id = ${ctx.tenantId} and r.id = ${runId} and r.chat_id = ${chatId} and ${visibleChat(sql, ctx)}`,
  );
  return run !== undefined;
}

import type { TenantContext } from "#lib/context.ts";
import { notFound } from "#lib/errors.ts";
import type { ChatId } from "#lib/ids.ts";
import { visibleChat } from "./visible-chat.ts";

/**
 * The caller has all of this chat before them, as far as it is said. Never goes back, also when two of their tabs say it at once.
 * @throws AppError 404
 */
export async function markRead(ctx: TenantContext, { chatId }: { chatId: ChatId }): Promise<{ isNews: boolean }> {
  const { tenantId, userId } = ctx;
  const [marked] = await ctx.db.sql(
    (sql) => sql<{ isNews: boolean }[]>`
      with visible as (
        select c.id, coalesce((select max(m.seq) from messages m where m.tenant_id = c.tenant_id and m.chat_id = c.id), 0) as seq
          from chats c where c.id = ${chatId} and ${visibleChat(sql, ctx)}
      ), marked as (
        insert into chat_reads as r (tenant_id, user_id, chat_id, seq) select ${tenantId}, ${userId}, id, seq from visible
        on conflict (tenant_id, user_id, chat_id) do update set seq = excluded.seq where r.seq < excluded.seq
        returning 1
      )
      select exists (select 1 from marked) as "isNews" from visible`,
  );
  if (!marked) throw notFound("chat");
  return marked;
}

import { recordAudit } from "#lib/audit/record-audit.ts";
import { requireWriter } from "#lib/auth/require-role.ts";
import type { TenantContext } from "#lib/context.ts";
import { AppError, notFound } from "#lib/errors.ts";
import { notify } from "#lib/events/notify.ts";
import type { ChatId } from "#lib/ids.ts";
import { type ChatView, chatColumns } from "./chat-view.ts";
import { visibleChat } from "./visible-chat.ts";

export interface UpdateChat {
  chatId: ChatId;
  /** 1 to 200 characters. */
  title?: string | undefined;
  visibility?: "organization" | "private" | undefined;
}

/**
 * Names a chat (everybody who writes in it may), or changes who sees it (its creator alone may). Whoever may not see it any more reads nothing more
 * of it, on streams that are open too.
 * @throws AppError 404, 403
 */
export async function updateChat(ctx: TenantContext, { chatId, title, visibility }: UpdateChat): Promise<ChatView> {
  requireWriter(ctx);
  const { tenantId, userId } = ctx;
  return ctx.db.sql(async (sql) => {
    const [chat] = await sql<
      ChatView[]
    >`select ${chatColumns(sql)} from chats c where ${visibleChat(sql, ctx)} and c.id = ${chatId} for no key update of c`;
    if (!chat) throw notFound("chat");
    const changesVisibility = visibility !== undefined && visibility !== chat.visibility;
    if (changesVisibility && chat.createdBy.id !== userId)
      throw new AppError("forbidden", "Only the person who began a chat may change who sees it.");
    const changed = { title: title ?? chat.title, visibility: visibility ?? chat.visibility };
    await sql`
      update chats set title = ${changed.title}, visibility = ${changed.visibility},
             title_source = case when ${title !== undefined} then 'person' else title_source end
       where tenant_id = ${tenantId} and id = ${chatId}`;
    if (changesVisibility)
      await recordAudit(sql, {
        tenantId,
        actorId: userId,
        action: "chat-visibility-change",
        subject: `chat:${chatId}`,
        facts: { visibility },
      });
    await notify(sql, { type: "chat-changed", tenantId, chatId });
    if (changesVisibility && visibility === "private") await notify(sql, { type: "chat-hidden", tenantId, chatId });
    return { ...chat, ...changed };
  });
}

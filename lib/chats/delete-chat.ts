import { recordAudit } from "#lib/audit/record-audit.ts";
import { mayManage } from "#lib/auth/may-manage.ts";
import { requireWriter } from "#lib/auth/require-role.ts";
import type { TenantContext } from "#lib/context.ts";
import { AppError, notFound } from "#lib/errors.ts";
import { notify } from "#lib/events/notify.ts";
import type { ChatId } from "#lib/ids.ts";
import { stopRunsOfChat } from "#lib/runs/stop-run.ts";
import { type ChatView, chatColumns } from "./chat-view.ts";
import { openChat } from "./visible-chat.ts";

/**
 * Takes a chat off every list; the rows stay, and {@link restoreChat} brings it back with all that was said. Nothing goes on out of sight: its runs
 * are stopped, those in line too, and their requests are closed, which an undo does not take back. Deleting what is deleted changes nothing.
 * @throws AppError 404, 403 for a chat that somebody else began, unless the caller is an owner or admin
 */
export async function deleteChat(ctx: TenantContext, { chatId }: { chatId: ChatId }): Promise<void> {
  await setDeleted(ctx, chatId, true);
}

/** Undoes {@link deleteChat}, for the same people. */
export function restoreChat(ctx: TenantContext, { chatId }: { chatId: ChatId }): Promise<ChatView> {
  return setDeleted(ctx, chatId, false);
}

async function setDeleted(ctx: TenantContext, chatId: ChatId, isDeleted: boolean): Promise<ChatView> {
  requireWriter(ctx);
  const { tenantId, userId } = ctx;
  return ctx.db.sql(async (sql) => {
    const [chat] = await sql<ChatView[]>`
      select ${chatColumns(sql)} from chats c where c.tenant_id = ${tenantId} and c.id = ${chatId} and ${openChat(sql, ctx)}`;
    if (!chat) throw notFound("chat");
    if (!mayManage(ctx, chat)) throw new AppError("forbidden", "Only the person who began a chat, an owner or an admin may delete it.");
    if (isDeleted) await stopRunsOfChat(sql, ctx, chatId);
    const changed = await sql`
      update chats set deleted_at = case when ${isDeleted} then now() end
       where tenant_id = ${tenantId} and id = ${chatId} and (deleted_at is null) = ${isDeleted} returning id`;
    if (changed.length === 0) return chat;
    // Of a message that was sent in between; from here on none can be.
    if (isDeleted) await stopRunsOfChat(sql, ctx, chatId);
    await recordAudit(sql, { tenantId, actorId: userId, action: isDeleted ? "chat-delete" : "chat-restore", subject: `chat:${chatId}` });
    await notify(sql, { type: "chat-changed", tenantId, chatId });
    return chat;
  });
}

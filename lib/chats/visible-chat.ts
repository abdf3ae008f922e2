import type { TenantSql } from "#db/tenant.ts";
import type { TenantContext } from "#lib/context.ts";

/** SQL, a condition on `chats c`: the chat exists for this caller. It is not deleted, and {@link openChat}. */
export function visibleChat(sql: TenantSql, ctx: TenantContext) {
  return sql`(c.tenant_id = ${ctx.tenantId} and c.deleted_at is null and ${openChat(sql, ctx)})`;
}

/**
 * SQL, a condition on `chats c`, the one rule of who may open a chat: it is the organization's, or the caller's own private one. Says nothing of
 * deletion, for undo and for records, which outlive their chat.
 */
export function openChat(sql: TenantSql, { userId }: Pick<TenantContext, "userId">) {
  return sql`(c.visibility = 'organization' or c.created_by = ${userId})`;
}

import type { TenantSql } from "#db/tenant.ts";
import { openChat } from "#lib/chats/visible-chat.ts";
import type { TenantContext } from "#lib/context.ts";

/**
 * Whose calls the caller may read, for `tool_calls t join chats c`. A private chat's calls are its owner's, and of those who answer for the whole
 * record: owners, admins, auditors. An approver reads those that a person had to decide. Deleting a chat hides the chat, never the record.
 */
export function visibleCall(sql: TenantSql, ctx: TenantContext) {
  const { role } = ctx;
  if (role === "owner" || role === "admin" || role === "auditor") return sql`true`;
  return role === "approver" ? sql`(${openChat(sql, ctx)} or t.approval_id is not null)` : openChat(sql, ctx);
}

import type { TenantSql } from "#db/tenant.ts";
import { openChat } from "#lib/chats/visible-chat.ts";
import type { TenantContext } from "#lib/context.ts";

/** People who decide, and auditors, see every request of the organization; the others see those of chats that they can open. */
export function seesEveryRequest({ role }: TenantContext): boolean {
  return role !== "member";
}

/** For `approvals a join chats c`. */
export function visibleApproval(sql: TenantSql, ctx: TenantContext) {
  if (seesEveryRequest(ctx)) return sql`true`;
  return openChat(sql, ctx);
}

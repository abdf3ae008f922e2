import type { TenantSql } from "#db/tenant.ts";
import type { TenantContext } from "#lib/context.ts";

/** Which rows of `chats c` exist for this caller: those of the organization and their own private ones, unless deleted. */
export function visibleChat(sql: TenantSql, ctx: TenantContext) {
  return sql`(c.tenant_id = ${ctx.tenantId} and c.deleted_at is null and ${openChat(sql, ctx)})`;
}

/** The same without regard to deletion, for undo. */
export function openChat(sql: TenantSql, ctx: TenantContext) {
  return sql`(c.visibility = 'organization' or c.created_by = ${ctx.userId})`;
}

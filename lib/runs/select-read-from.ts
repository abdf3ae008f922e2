import type { TenantSql } from "#db/tenant.ts";
import type { Fragment } from "#db/transaction.ts";
import type { TenantId } from "#lib/ids.ts";

/** SQL: `ReadFrom`, what the runs of a chat have read from outside, for a statement that asks for other things too; null for nothing. */
export function selectReadFrom(sql: TenantSql, tenantId: TenantId, chatId: Fragment) {
  return sql`(select c.read_from from chats c where c.tenant_id = ${tenantId} and c.id = ${chatId})`;
}

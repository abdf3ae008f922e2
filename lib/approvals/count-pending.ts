import type { TenantContext } from "#lib/context.ts";

/** Requests that wait and that the caller may see. */
export async function countPending(ctx: TenantContext): Promise<number> {
  const [row] = await ctx.db.sql(
    (sql) => sql<{ pending: number }[]>`
      select count(*)::int as pending from approvals a join chats c on c.tenant_id = a.tenant_id and c.id = a.chat_id
       where a.tenant_id = ${ctx.tenantId} and a.status = 'pending' and ${visibleApproval(ctx)(sql)}`,
  );
  return row?.pending ?? 0;
}

/** People who decide see every request of the organization; the others see those of chats that they can open. For `approvals a join chats c`. */
export function visibleApproval(ctx: TenantContext) {
  return (sql: Parameters<Parameters<TenantContext["db"]["sql"]>[0]>[0]) =>
    ["owner", "admin", "approver", "auditor"].includes(ctx.role) ? sql`true` : sql`(c.visibility = 'organization' or c.created_by = ${ctx.userId})`;
}

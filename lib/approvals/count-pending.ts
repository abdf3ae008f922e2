import type { TenantContext } from "#lib/context.ts";
import { visibleApproval } from "./visible-approval.ts";

/** Requests that wait and that the caller may see. */
export async function countPending(ctx: TenantContext): Promise<number> {
  const [row] = await ctx.db.sql(
    (sql) => sql<{ pending: number }[]>`
      select count(*)::int as pending from approvals a join chats c on c.tenant_id = a.tenant_id and c.id = a.chat_id
       where a.tenant_id = ${ctx.tenantId} and a.status = 'pending' and ${visibleApproval(sql, ctx)}`,
  );
  return row?.pending ?? 0;
}

import type { TenantContext } from "#lib/context.ts";
import { needsYou } from "./queue-tab.ts";
import { visibleApproval } from "./visible-approval.ts";

/** Requests that wait for the caller: open, and theirs to decide. What the badge says. */
export async function countPending(ctx: TenantContext): Promise<number> {
  const [row] = await ctx.db.sql(
    (sql) => sql<{ pending: number }[]>`
      select count(*)::int as pending from approvals a join chats c on c.tenant_id = a.tenant_id and c.id = a.chat_id
       where a.tenant_id = ${ctx.tenantId} and a.status = 'pending' and ${visibleApproval(sql, ctx)} and ${needsYou(sql, ctx)}`,
  );
  return row?.pending ?? 0;
}

import type { TenantContext } from "#lib/context.ts";
import type { ApprovalFilter } from "./list-approvals.ts";
import { matchingApprovals } from "./matching-approvals.ts";
import { inTab, type QueueTab } from "./queue-tab.ts";

/** How many requests each view of the approvals page holds, under the same filters as the list (its own view and status apart). */
export async function countTabs(
  ctx: TenantContext,
  filter: Pick<ApprovalFilter, "chatId" | "tool" | "from" | "to"> = {},
): Promise<Record<QueueTab, number>> {
  const [row] = await ctx.db.sql(
    (sql) => sql<Record<QueueTab, number>[]>`
      select count(*) filter (where ${inTab(sql, ctx, "needs-you")})::int as "needs-you", count(*) filter (where ${inTab(sql, ctx, "others")})::int as others,
             count(*) filter (where ${inTab(sql, ctx, "decided")})::int as decided, count(*) filter (where ${inTab(sql, ctx, "expired")})::int as expired
        from approvals a join chats c on c.tenant_id = a.tenant_id and c.id = a.chat_id where ${matchingApprovals(sql, ctx, filter)}`,
  );
  return row ?? { "needs-you": 0, others: 0, decided: 0, expired: 0 };
}

import type { TenantContext } from "#lib/context.ts";
import type { ApprovalFilter } from "./approval-filter.ts";
import { fromMatching } from "./matching-approvals.ts";
import { needsYou, type QueueTab } from "./queue-tab.ts";

/** How many requests each view of the approvals page holds, under the same filters as the list (its own view and status apart). */
export async function countTabs(
  ctx: TenantContext,
  { chatId, tool, from, to }: Pick<ApprovalFilter, "chatId" | "tool" | "from" | "to"> = {},
): Promise<Record<QueueTab, number>> {
  const filter = { chatId, tool, from, to };
  const [[open], closed] = await ctx.db.sql((sql) =>
    Promise.all([
      sql<{ yours: number; all: number }[]>`
        select count(*) filter (where ${needsYou(sql, ctx)})::int as yours, count(*)::int as all
          ${fromMatching(sql, ctx, { ...filter, status: "pending" })}`,
      // By status alone, which the index holds: a long history costs little.
      sql<{ isExpired: boolean; total: number }[]>`
        select a.status = 'expired' as "isExpired", count(*)::int as total ${fromMatching(sql, ctx, filter)}
           and a.status in ('approved', 'denied', 'expired', 'cancelled', 'superseded')
         group by 1`,
    ]),
  );
  const { yours, all } = open ?? { yours: 0, all: 0 };
  const closedTotal = (isExpired: boolean) => closed.find((row) => row.isExpired === isExpired)?.total ?? 0;
  return { "needs-you": yours, others: all - yours, decided: closedTotal(false), expired: closedTotal(true) };
}

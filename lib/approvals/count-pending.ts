import type { TenantContext } from "#lib/context.ts";
import { fromMatching } from "./matching-approvals.ts";

/** Requests that wait for the caller: open, and theirs to decide. What the badge says. */
export async function countPending(ctx: TenantContext): Promise<number> {
  const [row] = await ctx.db.sql(
    (sql) => sql<{ pending: number }[]>`select count(*)::int as pending ${fromMatching(sql, ctx, { tab: "needs-you" })}`,
  );
  return row?.pending ?? 0;
}

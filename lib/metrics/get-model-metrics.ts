import type { TenantContext } from "#lib/context.ts";
import { bucketOf, type MetricsInput, questionOf } from "./question.ts";

/** Tokens of the runs of one model. What the provider reported and what we had to estimate are never added up. */
export interface ModelMetricsRow {
  /** `openai:gpt-…`, `demo`; `unknown` for a run that ended before its first step. */
  key: string;
  /** Start of the hour, 6 hours or UTC day; only in a series. */
  bucket?: Date;
  /** True: the provider of these runs reported no usage for some step, so the tokens are estimated. */
  isEstimated: boolean;
  runs: number;
  iterations: number;
  inputTokens: number;
  outputTokens: number;
  totalTokens: number;
}

export interface ModelMetrics {
  items: ModelMetricsRow[];
  nextCursor: null;
  total: number;
  from: Date;
  to: Date;
}

/** Runs and tokens by model over a range (the last 24 hours), by the time at which the run was asked for. */
export async function getModelMetrics(ctx: TenantContext, input: Omit<MetricsInput, "groupBy" | "tool">): Promise<ModelMetrics> {
  const { range, filter, widthMs } = questionOf(input);
  const rows = await ctx.db.sql(async (sql) => {
    const [, found] = await Promise.all([
      // PostgreSQL cannot guess how few days there are among so many instants, and would sort all runs instead of counting them in a table.
      sql`set local enable_sort = off`.execute(),
      sql<(ModelMetricsRow & { bucket: Date | null })[]>`
        select coalesce(model, 'unknown') as key, ${bucketOf(sql, "created_at", widthMs)} as bucket, is_estimated as "isEstimated",
               count(*)::int as runs, sum(iterations)::int8 as iterations, coalesce(sum(input_tokens), 0)::int8 as "inputTokens",
               coalesce(sum(output_tokens), 0)::int8 as "outputTokens", coalesce(sum(total_tokens), 0)::int8 as "totalTokens"
          from runs
         where tenant_id = ${ctx.tenantId} and created_at >= ${range.from} and created_at < ${range.to}
           ${filter.userId === undefined ? sql`` : sql`and user_id = ${filter.userId}`}
           ${filter.entryPoint === undefined ? sql`` : sql`and trigger = ${filter.entryPoint}`}
         group by 1, 2, 3`,
    ]);
    return found.sort(byTimeThenTokens);
  });
  const items = rows.map(({ bucket, ...row }) => ({ ...row, ...(bucket && { bucket }) }));
  return { items, nextCursor: null, total: items.length, ...range };
}

function byTimeThenTokens(left: ModelMetricsRow, right: ModelMetricsRow): number {
  const earlier = (left.bucket?.getTime() ?? 0) - (right.bucket?.getTime() ?? 0);
  return earlier || right.totalTokens - left.totalTokens || (left.key < right.key ? -1 : 1);
}

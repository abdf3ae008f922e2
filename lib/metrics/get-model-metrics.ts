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
  const rows = await ctx.db.sql(
    (sql) => sql<(ModelMetricsRow & { bucket: Date | null })[]>`
      select coalesce(model, 'unknown') as key, ${bucketOf(sql, "created_at", widthMs)} as bucket,
             coalesce((usage ->> 'estimated')::boolean, false) as "isEstimated", count(*)::int as runs, sum(iterations)::int8 as iterations,
             sum((usage ->> 'inputTokens')::int8)::int8 as "inputTokens", sum((usage ->> 'outputTokens')::int8)::int8 as "outputTokens",
             sum((usage ->> 'totalTokens')::int8)::int8 as "totalTokens"
        from runs
       where tenant_id = ${ctx.tenantId} and created_at >= ${range.from} and created_at < ${range.to}
         ${filter.userId === undefined ? sql`` : sql`and user_id = ${filter.userId}`}
         ${filter.entryPoint === undefined ? sql`` : sql`and trigger = ${filter.entryPoint}`}
       group by 1, 2, 3 order by bucket, "totalTokens" desc, key, "isEstimated"`,
  );
  const items = rows.map(({ bucket, ...row }) => ({ ...row, ...(bucket && { bucket }) }));
  return { items, nextCursor: null, total: items.length, ...range };
}

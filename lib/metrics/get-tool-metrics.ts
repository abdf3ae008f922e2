import type { TenantSql } from "#db/tenant.ts";
import type { TenantContext } from "#lib/context.ts";
import { named, readKeyNames } from "./key-names.ts";
import type { MetricsRow } from "./metrics-row.ts";
import { type Bucket, type Grouping, type MetricsInput, type Question, questionOf } from "./question.ts";
import { readExactly } from "./read-exactly.ts";
import { readStatistics } from "./read-statistics.ts";

/** A row, with the name of the person or agent when it is about one. */
export type ToolMetricsRow = MetricsRow & { name?: string };

export interface ToolMetrics {
  items: ToolMetricsRow[];
  nextCursor: null;
  total: number;
  from: Date;
  to: Date;
  bucket: Bucket;
  groupBy: Grouping;
  /** False: quantiles are within 2 % of the exact ones; everything else is exact in either case. */
  isExact: boolean;
}

/** Up to here the calls themselves are read. */
const EXACT_CALLS = 10_000;

/**
 * Counts and durations of the organization's settled calls by tool, person, agent or entry point, over a range (the last 24 hours) or as a series in it,
 * by the time at which they were asked for. In a series the earliest part comes first; then the most calls.
 *
 * @throws AppError 400 for a range that cannot be
 */
export async function getToolMetrics(ctx: TenantContext, input: MetricsInput): Promise<ToolMetrics> {
  const question = questionOf(input);
  const { rows, names, isExact } = await ctx.db.sql(async (sql) => {
    const isExact = await isSmall(sql, ctx, question);
    const read = isExact ? readExactly : readStatistics;
    const [rows, names] = await Promise.all([read(sql, ctx.tenantId, question), readKeyNames(sql, ctx.tenantId, question.groupBy)]);
    return { rows, names, isExact };
  });
  const items = rows.sort(byTimeThenCalls).map((row) => named(row, names));
  const { range, groupBy } = question;
  return { items, nextCursor: null, total: items.length, ...range, bucket: input.bucket ?? "none", groupBy, isExact };
}

async function isSmall(sql: TenantSql, { tenantId }: TenantContext, { range, filter }: Question): Promise<boolean> {
  const [row] = await sql<{ calls: number }[]>`
    select count(*)::int as calls from (
      select 1 from tool_calls where tenant_id = ${tenantId} and created_at >= ${range.from} and created_at < ${range.to}
             ${filter.tool === undefined ? sql`` : sql`and tool = ${filter.tool}`} limit ${EXACT_CALLS + 1}) first`;
  return (row?.calls ?? 0) <= EXACT_CALLS;
}

function byTimeThenCalls(left: MetricsRow, right: MetricsRow): number {
  const earlier = (left.bucket?.getTime() ?? 0) - (right.bucket?.getTime() ?? 0);
  return earlier || right.calls - left.calls || (left.key < right.key ? -1 : 1);
}

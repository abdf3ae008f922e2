import type { TenantSql } from "#db/tenant.ts";
import { DEFAULT_AGENT } from "#lib/agent-profiles/agent-filter.ts";
import type { TenantContext } from "#lib/context.ts";
import type { TenantId } from "#lib/ids.ts";
import { ANY_AGENT } from "./cubes.ts";
import { named, readKeyNames } from "./key-names.ts";
import { agentKey, bucketOf, type MetricsInput, matchesFilter, type Question, questionOf } from "./question.ts";
import { EVERYBODY, runColumns, runFigures } from "./run-figures.ts";
import { splitRange, type TimeRange } from "./time-range.ts";
import { withAgent } from "./with-agent.ts";

export const MODEL_GROUPINGS = ["model", "user", "agent"] as const;
export type ModelGrouping = (typeof MODEL_GROUPINGS)[number];

export type ModelMetricsInput = Omit<MetricsInput, "groupBy" | "tool"> & { groupBy?: ModelGrouping | undefined };

/** Tokens of the runs of one model, person or agent, and what they cost. What the provider reported and what we had to estimate are never added up. */
export interface ModelMetricsRow {
  /** `openai:gpt-…`, `demo`; `unknown` for a run that ended before its first step. By person or agent: the id, or `default`. */
  key: string;
  /** Of a person or an agent. */
  name?: string;
  /** Start of the hour, 6 hours or UTC day; only in a series. */
  bucket?: Date;
  /** True: the provider of these runs reported no usage for some step, so the tokens are estimated. */
  isEstimated: boolean;
  runs: number;
  iterations: number;
  inputTokens: number;
  outputTokens: number;
  totalTokens: number;
  /** At the prices that were in force when the steps were made. */
  costUsd: number;
  /** How many of the tokens had no price then, and are not in the cost. */
  unpricedTokens: number;
}

/** A row's columns in a file, behind its key and, in a series, its time. */
export const MODEL_COLUMNS = [
  "isEstimated",
  "runs",
  "iterations",
  "inputTokens",
  "outputTokens",
  "totalTokens",
  "costUsd",
  "unpricedTokens",
] as const satisfies readonly (keyof ModelMetricsRow)[];

export interface ModelMetrics {
  items: ModelMetricsRow[];
  nextCursor: null;
  total: number;
  from: Date;
  to: Date;
}

/**
 * Runs, tokens and their cost by model, person or agent over a range (the last 24 hours), by the time at which the run was asked for; runs that go on with
 * what they have used so far. Every figure is exact. Reads statistics, so its cost grows with the days and models and not with the runs.
 *
 * @throws AppError 400 for a range that cannot be
 */
export async function getModelMetrics(ctx: TenantContext, { groupBy = "model", ...input }: ModelMetricsInput): Promise<ModelMetrics> {
  const question = questionOf(input);
  const { range, filter, widthMs } = question;
  const asked = {
    ...question,
    needsUser: groupBy === "user" || filter.userId !== undefined,
    needsAgent: groupBy === "agent" || filter.agentId !== undefined,
  };
  // One statement: what ends or is merged meanwhile is seen either where it was or where it is.
  const { rows, names } = await ctx.db.sql(async (sql) => {
    const [rows, names] = await Promise.all([
      sql<(ModelMetricsRow & { bucket: Date | null })[]>`
        select ${keyOf(sql, groupBy)} as key, ${bucketOf(sql, "bucket", widthMs)} as bucket, is_estimated as "isEstimated", sum(runs)::int as runs,
               sum(iterations)::int8 as iterations, sum(input_tokens)::int8 as "inputTokens", sum(output_tokens)::int8 as "outputTokens",
               sum(total_tokens)::int8 as "totalTokens", sum(micro_usd)::int8 / 1e6::float8 as "costUsd", sum(unpriced_tokens)::int8 as "unpricedTokens"
          from (${sourcesOf(sql, ctx.tenantId, asked).map((source, index) => (index === 0 ? source : sql` union all ${source}`))}) s
         where true ${matchesFilter(sql, { ...filter, tool: undefined })}
         group by 1, 2, 3`,
      readKeyNames(sql, ctx.tenantId, groupBy),
    ]);
    return { rows, names };
  });
  const items = rows.sort(byTimeThenTokens).map(({ bucket, ...row }) => named({ ...row, ...(bucket && { bucket }) }, names));
  return { items, nextCursor: null, total: items.length, ...range };
}

function keyOf(sql: TenantSql, groupBy: ModelGrouping) {
  switch (groupBy) {
    case "model":
      return sql`model`;
    case "user":
      return sql`user_id::text`;
    case "agent":
      return agentKey(sql);
  }
}

type Asked = Question & { needsUser: boolean; needsAgent: boolean };

/** Together every run of the range once: ended ones in statistics, and as rows where hours do not fit; those that go on as rows. */
function sourcesOf(sql: TenantSql, tenantId: TenantId, { range, widthMs, needsUser, needsAgent }: Asked) {
  const { days, hours, calls: ends } = splitRange(range, widthMs ?? undefined);
  const merged = sql`
    and user_id ${needsUser ? sql`<>` : sql`=`} ${EVERYBODY} and agent_id ${needsAgent ? sql`<>` : sql`=`} ${ANY_AGENT}::uuid`;
  const runs = (part: TimeRange, condition: Sql) => runsOf(sql, tenantId, part, { condition, needsAgent });
  return [
    runs(range, sql`ended_at is null`),
    ...ends.map((part) => runs(part, sql`ended_at is not null`)),
    ...days.map((part) => statisticsOf(sql, tenantId, part, sql`level = 'day' ${merged}`)),
    ...hours.map((part) => statisticsOf(sql, tenantId, part, sql`level = 'hour' ${merged}`)),
    ...[...days, ...hours].map((part) => statisticsOf(sql, tenantId, part, sql`level = 'delta'`)),
  ];
}

type Sql = ReturnType<typeof runColumns>;

function runsOf(
  sql: TenantSql,
  tenantId: TenantId,
  { from, to }: TimeRange,
  { condition, needsAgent }: { condition: Sql; needsAgent: boolean },
) {
  // Whose chat it is, is looked up only when somebody asks.
  const [rows, agent] = needsAgent ? [withAgent(sql, "runs", tenantId), sql`agent_id`] : [sql`runs`, sql`${DEFAULT_AGENT}::uuid`];
  return sql`
    select created_at as bucket, ${runFigures(sql, agent)} from ${rows}
     where tenant_id = ${tenantId} and created_at >= ${from} and created_at < ${to} and ${condition}`;
}

function statisticsOf(sql: TenantSql, tenantId: TenantId, { from, to }: TimeRange, condition: Sql) {
  return sql`
    select bucket, ${runColumns(sql)} from run_statistics
     where tenant_id = ${tenantId} and bucket >= ${from} and bucket < ${to} and ${condition}`;
}

function byTimeThenTokens(left: ModelMetricsRow, right: ModelMetricsRow): number {
  const earlier = (left.bucket?.getTime() ?? 0) - (right.bucket?.getTime() ?? 0);
  return earlier || right.totalTokens - left.totalTokens || (left.key < right.key ? -1 : 1);
}

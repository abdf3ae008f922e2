import type { TenantSql } from "#db/tenant.ts";
import type { TenantId } from "#lib/ids.ts";
import { type Cube, cubeFor, inCube } from "./cubes.ts";
import { type MetricsRow, rowOfTotal } from "./metrics-row.ts";
import { askedCalls, bucketOf, groupKey, matchesFilter, needsAgent, type Question } from "./question.ts";
import { OUTCOMES, type StatisticsSums, StatisticsTotal } from "./statistics-row.ts";
import { type RangeParts, splitRange, type TimeRange } from "./time-range.ts";

type SummedRow = StatisticsSums & { key: string; bucket: Date | null };

/**
 * From statistics by day and by hour, and at the ends of the range, where they do not fit, from the calls. Counts, sums and averages are exact,
 * quantiles within 2 %. Reads tens to hundreds of rows, however many calls there were.
 */
export async function readStatistics(sql: TenantSql, tenantId: TenantId, question: Question): Promise<MetricsRow[]> {
  const parts = splitRange(question.range, question.widthMs ?? undefined);
  const found = await Promise.all([
    readSums(sql, tenantId, question, parts),
    ...parts.calls.map((part) => sumCalls(sql, tenantId, question, part)),
  ]);
  const totals = new Map<string, { key: string; bucket: Date | null; total: StatisticsTotal }>();
  for (const row of found.flat()) {
    const name = `${row.bucket?.getTime() ?? ""} ${row.key}`;
    const group = totals.get(name) ?? { key: row.key, bucket: row.bucket, total: new StatisticsTotal() };
    group.total.add(row);
    totals.set(name, group);
  }
  return [...totals.values()].map(({ key, bucket, total }) => rowOfTotal(key, bucket, total));
}

/** One statement, so that what the compactor moves meanwhile is seen either where it was or where it is. */
async function readSums(sql: TenantSql, tenantId: TenantId, question: Question, { days, hours }: RangeParts): Promise<SummedRow[]> {
  const { filter, groupBy, widthMs } = question;
  const cube = cubeFor({
    tool: groupBy === "tool" || filter.tool !== undefined,
    entryPoint: groupBy === "entryPoint" || filter.entryPoint !== undefined,
    user: groupBy === "user" || filter.userId !== undefined,
    agent: needsAgent(question),
  });
  const sources = [
    ...days.map((range) => rowsOf(sql, tenantId, "day", range, cube)),
    ...hours.map((range) => rowsOf(sql, tenantId, "hour", range, cube)),
    ...[...days, ...hours].map((range) => rowsOf(sql, tenantId, "delta", range, null)),
  ];
  if (sources.length === 0) return [];
  const counts = OUTCOMES.map((outcome) => sql`, sum(${sql(outcome)})::int as ${sql(outcome)}`);
  return sql<SummedRow[]>`
    select ${groupKey(sql, groupBy)} as key, ${bucketOf(sql, "bucket", widthMs)} as bucket ${counts}, sum(success_ms)::int8 as "successMs",
           sum(executed_ms)::int8 as "executedMs", sum(tokens)::int8 as tokens, sum(micro_usd)::int8 as "microUsd",
           string_agg(execution_sketch, ''::bytea) as "executionSketch", string_agg(wait_sketch, ''::bytea) as "waitSketch",
           string_agg(queue_sketch, ''::bytea) as "queueSketch"
      from (${sources.map((source, index) => (index === 0 ? source : sql` union all ${source}`))}) s
     where true ${matchesFilter(sql, filter)}
     group by 1, 2`;
}

/** The level stands in the text of the statement: it is what the partial indexes are known by. */
function rowsOf(sql: TenantSql, tenantId: TenantId, level: "day" | "hour" | "delta", range: TimeRange, cube: Cube | null) {
  return sql`
    select * from call_statistics
     where tenant_id = ${tenantId} and level = ${LEVELS[level](sql)} and bucket >= ${range.from} and bucket < ${range.to} ${cube ? inCube(sql, cube) : sql``}`;
}

const LEVELS = {
  day: (sql: TenantSql) => sql`'day'`,
  hour: (sql: TenantSql) => sql`'hour'`,
  delta: (sql: TenantSql) => sql`'delta'`,
};

/** The same of calls themselves, as if each had a row of statistics. */
function sumCalls(sql: TenantSql, tenantId: TenantId, question: Question, { from, to }: TimeRange) {
  const { filter, groupBy, widthMs } = question;
  const counts = OUTCOMES.map((outcome) => sql`, count(*) filter (where status = ${outcome})::int as ${sql(outcome)}`);
  return sql<SummedRow[]>`
    select ${groupKey(sql, groupBy)} as key, ${bucketOf(sql, "created_at", widthMs)} as bucket ${counts},
           coalesce(sum(duration_ms) filter (where status = 'succeeded'), 0)::int8 as "successMs", coalesce(sum(duration_ms), 0)::int8 as "executedMs",
           sum(tokens)::int8 as tokens, sum(micro_usd)::int8 as "microUsd",
           ${sketchInSql(sql, "duration_ms")} as "executionSketch", ${sketchInSql(sql, "wait_ms")} as "waitSketch",
           ${sketchInSql(sql, "queue_ms")} as "queueSketch"
      from ${askedCalls(sql, tenantId, question)}
     where tenant_id = ${tenantId} and created_at >= ${from} and created_at < ${to} and ended_at is not null ${matchesFilter(sql, filter)}
     group by 1, 2`;
}

/** `encodeSketch(sketchOf(…))` of a column, with one entry a value. Both round logarithms; at the border of a bin they may differ by one bin. */
function sketchInSql(sql: TenantSql, column: "duration_ms" | "wait_ms" | "queue_ms") {
  return sql`
    string_agg(int2send(case when ${sql(column)} < 1 then 0 else 1 + floor(ln(${sql(column)}::float8) / ln(1.04::float8)) end::int2) || int4send(1), ''::bytea)
      filter (where ${sql(column)} is not null)`;
}

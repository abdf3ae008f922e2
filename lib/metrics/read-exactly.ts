import type { TenantSql } from "#db/tenant.ts";
import type { TenantId } from "#lib/ids.ts";
import { toUsd } from "#lib/prices/usd.ts";
import { hundredths, type MetricsRow } from "./metrics-row.ts";
import { askedCalls, bucketOf, groupKey, matchesFilter, type Question } from "./question.ts";
import { OUTCOMES, type OutcomeName } from "./statistics-row.ts";

type Row = Record<OutcomeName, number> & {
  key: string;
  bucket: Date | null;
  calls: number;
  executed: number;
  averageMs: number | null;
  execution: number[] | null;
  waited: number;
  wait: number[] | null;
  queue: number[] | null;
  tokens: number;
  microUsd: number;
};

/** From the record of the calls itself: exact to the last digit, and as slow as there are calls. */
export async function readExactly(sql: TenantSql, tenantId: TenantId, question: Question): Promise<MetricsRow[]> {
  const { range, filter, groupBy, widthMs } = question;
  const counts = OUTCOMES.map((outcome) => sql`, count(*) filter (where status = ${outcome})::int as ${sql(outcome)}`);
  const rows = await sql<Row[]>`
    select ${groupKey(sql, groupBy)} as key, ${bucketOf(sql, "created_at", widthMs)} as bucket, count(*)::int as calls ${counts},
           count(duration_ms)::int as executed, avg(duration_ms)::float8 as "averageMs",
           to_json(percentile_cont(array[0.5, 0.95, 0.99]) within group (order by duration_ms)) as execution,
           count(wait_ms)::int as waited, to_json(percentile_cont(array[0.5, 0.95]) within group (order by wait_ms)) as wait,
           to_json(percentile_cont(array[0.5, 0.95]) within group (order by queue_ms)) as queue, sum(tokens)::int8 as tokens,
           sum(micro_usd)::int8 as "microUsd"
      from ${askedCalls(sql, tenantId, question)}
     where tenant_id = ${tenantId} and created_at >= ${range.from} and created_at < ${range.to} and ended_at is not null ${matchesFilter(sql, filter)}
     group by 1, 2`;
  return rows.map(toMetricsRow);
}

function toMetricsRow({ bucket, averageMs, execution, wait, queue, microUsd, ...row }: Row): MetricsRow {
  const at = (values: number[] | null, index: number): number | null => {
    const value = values?.[index];
    return value === undefined ? null : hundredths(value);
  };
  return {
    ...row,
    ...(bucket && { bucket }),
    averageMs: averageMs === null ? null : hundredths(averageMs),
    p50Ms: at(execution, 0),
    p95Ms: at(execution, 1),
    p99Ms: at(execution, 2),
    waitP50Ms: at(wait, 0),
    waitP95Ms: at(wait, 1),
    queueP50Ms: at(queue, 0),
    queueP95Ms: at(queue, 1),
    costUsd: toUsd(microUsd),
  };
}

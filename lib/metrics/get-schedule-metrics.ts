import type { TenantContext } from "#lib/context.ts";
import type { ScheduleId } from "#lib/ids.ts";
import { visibleSchedule } from "#lib/schedules/schedule-row.ts";
import { hundredths } from "./metrics-row.ts";
import { type MetricsInput, questionOf } from "./question.ts";

/** Firings of one schedule; `firings` is the sum of the statuses. */
export interface ScheduleMetricsRow {
  /** The schedule's id. */
  key: ScheduleId;
  /** Null: it belongs to a private chat that the caller cannot open. Figures count it. */
  name: string | null;
  firings: number;
  succeeded: number;
  failed: number;
  cancelled: number;
  /** The one before was still running. */
  skipped: number;
  /** Nothing was there to fire it. */
  missed: number;
  /** Tries that changed nothing; not among the firings. */
  dryRuns: number;
  /** Queued, running, or waiting for a person. */
  open: number;
  /** How long after the due time it was fired, in ms; of those that were. */
  lagP50Ms: number | null;
  lagP95Ms: number | null;
  /** Of all its runs, dry ones too, and what they cost at the prices of their time. */
  tokens: number;
  costUsd: number;
}

/** A row's columns in a file. */
export const SCHEDULE_COLUMNS = [
  "key",
  "name",
  "firings",
  "succeeded",
  "failed",
  "cancelled",
  "skipped",
  "missed",
  "dryRuns",
  "open",
  "lagP50Ms",
  "lagP95Ms",
  "tokens",
  "costUsd",
] as const satisfies readonly (keyof ScheduleMetricsRow)[];

export interface ScheduleMetrics {
  items: ScheduleMetricsRow[];
  nextCursor: null;
  total: number;
  from: Date;
  to: Date;
}

type Row = Omit<ScheduleMetricsRow, "lagP50Ms" | "lagP95Ms"> & { lag: number[] | null };

/** Firings that were due in a range (the last 24 hours) by schedule, the most frequent first. */
export async function getScheduleMetrics(ctx: TenantContext, input: Pick<MetricsInput, "from" | "to">): Promise<ScheduleMetrics> {
  const { range } = questionOf(input);
  const rows = await ctx.db.sql(
    // Schedule by schedule: firings are indexed by schedule and due time.
    (sql) => sql<Row[]>`
      select s.id as key, case when ${visibleSchedule(sql, ctx)} then s.name end as name, f.* from schedules s, lateral (
        select count(*) filter (where is_real)::int as firings, count(*) filter (where is_real and status = 'succeeded')::int as succeeded,
               count(*) filter (where is_real and status = 'failed')::int as failed, count(*) filter (where is_real and status = 'cancelled')::int as cancelled,
               count(*) filter (where status = 'skipped')::int as skipped, count(*) filter (where status = 'missed')::int as missed,
               count(*) filter (where not is_real)::int as "dryRuns",
               count(*) filter (where is_real and status in ('queued', 'running', 'awaiting-approval'))::int as open,
               to_json(percentile_cont(array[0.5, 0.95]) within group (order by lag_ms) filter (where is_real and status not in ('missed', 'skipped'))) as lag,
               coalesce(sum(total_tokens), 0)::int8 as tokens, coalesce(sum(micro_usd), 0)::int8 / 1e6::float8 as "costUsd"
          from (select f.status, f.lag_ms, f.cause <> 'dry-run' as is_real, r.total_tokens, r.micro_usd
                  from schedule_runs f left join runs r on r.tenant_id = f.tenant_id and r.id = f.run_id
                 where f.tenant_id = s.tenant_id and f.schedule_id = s.id and f.scheduled_for >= ${range.from} and f.scheduled_for < ${range.to}) due) f
       where s.tenant_id = ${ctx.tenantId} and f.firings + f."dryRuns" > 0
       order by f.firings desc, name, s.id`,
  );
  const items = rows.map(({ lag, ...row }) => ({
    ...row,
    lagP50Ms: lag?.[0] === undefined ? null : hundredths(lag[0]),
    lagP95Ms: lag?.[1] === undefined ? null : hundredths(lag[1]),
  }));
  return { items, nextCursor: null, total: items.length, ...range };
}

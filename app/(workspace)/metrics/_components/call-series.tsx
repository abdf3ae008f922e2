import { count } from "#components/words.ts";
import type { TenantContext } from "#lib/context.ts";
import { getToolMetrics } from "#lib/metrics/get-tool-metrics.ts";
import { OUTCOMES } from "#lib/metrics/statistics-row.ts";
import { CountLink, Duration } from "./figure.tsx";
import { PercentileChart, StackedChart } from "./lazy-charts.tsx";
import { Legend } from "./legend.tsx";
import { OUTCOME_PARTS } from "./outcomes.ts";
import { NoFigures } from "./panel.tsx";
import { SeriesTable } from "./series-table.tsx";
import { callsBehind, inBuckets, type MetricsView } from "./view.ts";

interface SeriesProps {
  ctx: TenantContext;
  view: MetricsView;
}

/** What became of calls, over the range. */
export async function OutcomeSeries({ ctx, view }: SeriesProps) {
  const { items } = await readSeries(ctx, view);
  if (items.length === 0) return <NoFigures>No call was settled in this range.</NoFigures>;
  const placed = inBuckets(view, items);
  const parts = OUTCOME_PARTS.filter(({ key }) => items.some((row) => row[key as (typeof OUTCOMES)[number]] > 0));
  const totals = Object.fromEntries(OUTCOMES.map((outcome) => [outcome, items.reduce((sum, row) => sum + row[outcome], 0)]));
  return (
    <>
      <StackedChart
        label={`Calls over time by outcome: ${parts.map(({ key, word }) => `${count(totals[key] ?? 0)} ${word.toLowerCase()}`).join(", ")}.`}
        points={placed.map(({ at, row }) => ({
          at: at.toISOString(),
          values: Object.fromEntries(OUTCOMES.map((outcome) => [outcome, row?.[outcome] ?? 0])),
        }))}
        bucket={view.bucket}
        parts={parts}
      />
      <Legend
        parts={parts}
        values={({ key, word }) => (
          <CountLink value={totals[key] ?? 0} href={callsBehind(view, { status: key })} label={`calls: ${word.toLowerCase()}`} />
        )}
      />
      <SeriesTable
        caption="Calls over time by outcome"
        bucket={view.bucket}
        columns={["Calls", ...parts.map(({ word }) => word)]}
        rows={placed.flatMap(({ at, row }) =>
          row ? [{ at, cells: [row.calls, ...parts.map(({ key }) => row[key as (typeof OUTCOMES)[number]])].map(count) }] : [],
        )}
      />
    </>
  );
}

/** How long calls ran, over the range. */
export async function DurationSeries({ ctx, view }: SeriesProps) {
  const { items, isExact } = await readSeries(ctx, view);
  const placed = inBuckets(view, items);
  if (!items.some(({ executed }) => executed > 0)) return <NoFigures>No call was executed in this range.</NoFigures>;
  return (
    <>
      <PercentileChart
        label="Execution time over time: p50, p95 and p99."
        points={placed.map(({ at, row }) => ({
          at: at.toISOString(),
          n: row?.executed ?? 0,
          p50Ms: row?.p50Ms ?? null,
          p95Ms: row?.p95Ms ?? null,
          p99Ms: row?.p99Ms ?? null,
        }))}
        bucket={view.bucket}
      />
      <PercentileLegend isExact={isExact} />
      <SeriesTable
        caption="Execution time over time"
        bucket={view.bucket}
        columns={["n", "p50", "p95", "p99"]}
        rows={placed.flatMap(({ at, row }) => {
          if (!row) return [];
          const cells = [row.p50Ms, row.p95Ms, row.p99Ms].map((ms, index) => (
            <Duration key={["p50", "p95", "p99"][index]} ms={ms} n={row.executed} />
          ));
          return [{ at, cells: [count(row.executed), ...cells] }];
        })}
      />
    </>
  );
}

function readSeries(ctx: TenantContext, { filter, from, to, bucket }: MetricsView) {
  return getToolMetrics(ctx, { ...filter, from, to, bucket, groupBy: "none" });
}

function PercentileLegend({ isExact }: { isExact: boolean }) {
  const lines = [
    { word: "p50: half were faster", color: "var(--accent)", dash: undefined },
    { word: "p95", color: "var(--waiting)", dash: "6 3" },
    { word: "p99", color: "var(--failed)", dash: "2 3" },
  ];
  return (
    <ul className="flex flex-wrap gap-x-5 gap-y-1.5 text-sm text-muted">
      {lines.map(({ word, color, dash }) => (
        <li key={word} className="flex items-center gap-1.5">
          <svg className="h-2 w-6 shrink-0" viewBox="0 0 24 8" aria-hidden="true">
            <path d="M0 4 H24" stroke={color} strokeWidth="2" strokeDasharray={dash} />
          </svg>
          {word}
        </li>
      ))}
      <li>{isExact ? "Exact" : "Within 2 % of exact"}; hollow points: fewer than 20 calls</li>
    </ul>
  );
}

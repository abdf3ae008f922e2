import { durationWords, percentWords } from "#components/records/figures.ts";
import { count } from "#components/words.ts";
import type { TenantContext } from "#lib/context.ts";
import { type ApprovalTotals, getApprovalMetrics } from "#lib/metrics/get-approval-metrics.ts";
import { CountLink } from "./figure.tsx";
import { StackedChart } from "./lazy-charts.tsx";
import { Legend } from "./legend.tsx";
import { REQUEST_PARTS } from "./outcomes.ts";
import { NoFigures } from "./panel.tsx";
import { SeriesTable } from "./series-table.tsx";
import { ShareBar } from "./spread.tsx";
import { callsBehind, inBuckets, type MetricsView } from "./view.ts";

interface RequestsProps {
  ctx: TenantContext;
  view: MetricsView;
}

type PartKey = Exclude<keyof ApprovalTotals, "requested" | "ran">;

/** From request to execution: how many were left at each step, and how long people took. */
export async function Funnel({ ctx, view }: RequestsProps) {
  const { totals, medianDecisionMs, p95DecisionMs } = await getApprovalMetrics(ctx, { ...view.filter, from: view.from, to: view.to });
  if (totals.requested === 0) return <NoFigures>Nobody was asked in this range.</NoFigures>;
  const steps = [
    { key: "any", word: "Requested", value: totals.requested, color: "accent" },
    ...REQUEST_PARTS.map(({ key, word, role }) => ({ key, word, value: totals[key as PartKey], color: role })),
    { key: "ran", word: "Approved and begun", value: totals.ran, color: "succeeded" },
  ];
  return (
    <>
      <dl className="grid grid-cols-[auto_auto_minmax(4rem,1fr)_auto] items-center gap-x-4 gap-y-2">
        {steps.map(({ key, word, value, color }) => (
          <div key={key} className="contents">
            <dt className={key === "any" || key === "ran" ? "font-medium" : "ps-4"}>{word}</dt>
            <dd className="text-end font-mono text-sm tabular-nums">
              <CountLink
                value={value}
                href={callsBehind(view, { status: undefined, approval: key })}
                label={`requests: ${word.toLowerCase()}`}
              />
            </dd>
            <dd>
              <ShareBar share={value / totals.requested} color={color} />
            </dd>
            <dd className="text-end font-mono text-sm text-muted tabular-nums">{percentWords(value / totals.requested)}</dd>
          </div>
        ))}
      </dl>
      <p className="text-sm text-muted">
        {medianDecisionMs === null || p95DecisionMs === null
          ? "No person has decided yet."
          : `People took ${durationWords(medianDecisionMs)} at the median and ${durationWords(p95DecisionMs)} at p95 (${count(totals.approved + totals.denied)} decisions).`}
      </p>
    </>
  );
}

/** What became of requests, by the time at which they were made. */
export async function RequestSeries({ ctx, view }: RequestsProps) {
  const { series, totals } = await getApprovalMetrics(ctx, { ...view.filter, from: view.from, to: view.to, bucket: view.bucket });
  if (totals.requested === 0) return <NoFigures>Nobody was asked in this range.</NoFigures>;
  const parts = REQUEST_PARTS.filter(({ key }) => totals[key as PartKey] > 0);
  const placed = inBuckets(view, series);
  return (
    <>
      <StackedChart
        label={`Requests over time: ${parts.map(({ key, word }) => `${count(totals[key as PartKey])} ${word.toLowerCase()}`).join(", ")}.`}
        points={placed.map(({ at, row }) => ({
          at: at.toISOString(),
          values: Object.fromEntries(parts.map(({ key }) => [key, row?.[key as PartKey] ?? 0])),
        }))}
        bucket={view.bucket}
        parts={parts}
      />
      <Legend
        parts={parts}
        values={({ key, word }) => (
          <CountLink
            value={totals[key as PartKey]}
            href={callsBehind(view, { status: undefined, approval: key })}
            label={`requests: ${word.toLowerCase()}`}
          />
        )}
      />
      <SeriesTable
        caption="Requests over time"
        bucket={view.bucket}
        columns={["Requested", ...parts.map(({ word }) => word)]}
        rows={placed.flatMap(({ at, row }) =>
          row ? [{ at, cells: [row.requested, ...parts.map(({ key }) => row[key as PartKey])].map(count) }] : [],
        )}
      />
    </>
  );
}

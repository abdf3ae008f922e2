import { toUsd } from "#lib/prices/usd.ts";
import { countOf, quantile, type Sketch } from "./sketch.ts";
import { OUTCOMES, type OutcomeName, type StatisticsTotal } from "./statistics-row.ts";

/** Figures over settled calls. Durations in ms, over calls that were executed; null when there were none. */
export interface MetricsRow extends Record<OutcomeName, number> {
  /** The tool, the person's id, the agent's id (or `default`), the entry point, or `all`. */
  key: string;
  /** Start of the hour, 6 hours or UTC day; only in a series. */
  bucket?: Date;
  calls: number;
  /** How many of them the durations are about. */
  executed: number;
  averageMs: number | null;
  p50Ms: number | null;
  p95Ms: number | null;
  p99Ms: number | null;
  /** How many waited for a person, and for how long. */
  waited: number;
  waitP50Ms: number | null;
  waitP95Ms: number | null;
  /** Time in line before they began, human wait apart. */
  queueP50Ms: number | null;
  queueP95Ms: number | null;
  /** Of the model steps that asked for the calls, and what they cost at the prices of the time. */
  tokens: number;
  costUsd: number;
}

/** A row's columns in a file, behind those that say what it is about. */
export const FIGURE_COLUMNS = [
  "calls",
  ...OUTCOMES,
  "executed",
  "averageMs",
  "p50Ms",
  "p95Ms",
  "p99Ms",
  "waited",
  "waitP50Ms",
  "waitP95Ms",
  "queueP50Ms",
  "queueP95Ms",
  "tokens",
  "costUsd",
] as const satisfies readonly (keyof MetricsRow)[];

export function rowOfTotal(key: string, bucket: Date | null, total: StatisticsTotal): MetricsRow {
  const executed = countOf(total.execution);
  return {
    key,
    ...(bucket && { bucket }),
    calls: OUTCOMES.reduce((sum, outcome) => sum + total.counts[outcome], 0),
    ...total.counts,
    executed,
    averageMs: executed === 0 ? null : hundredths(total.executedMs / executed),
    ...quantiles(total.execution, { p50Ms: 0.5, p95Ms: 0.95, p99Ms: 0.99 }),
    waited: countOf(total.wait),
    ...quantiles(total.wait, { waitP50Ms: 0.5, waitP95Ms: 0.95 }),
    ...quantiles(total.queue, { queueP50Ms: 0.5, queueP95Ms: 0.95 }),
    tokens: total.tokens,
    costUsd: toUsd(total.microUsd),
  };
}

/** Durations have whole milliseconds; more than two digits behind them would be noise. */
export function hundredths(ms: number): number {
  return Math.round(ms * 100) / 100;
}

function quantiles<Name extends string>(sketch: Sketch, shares: Record<Name, number>): Record<Name, number | null> {
  const entries = Object.entries<number>(shares).map(([name, share]) => {
    const value = quantile(sketch, share);
    return [name, value === null ? null : hundredths(value)];
  });
  return Object.fromEntries(entries) as Record<Name, number | null>;
}

import type { TenantId } from "#lib/ids.ts";
import type { FinalCallStatus } from "#lib/runs/states.ts";
import { encodeSketch, mergeEncoded, type Sketch } from "./sketch.ts";

/** Final statuses, as statistics count them: each in its column. */
export const OUTCOMES = [
  "succeeded",
  "failed",
  "refused",
  "denied",
  "expired",
  "cancelled",
  "unknown",
] as const satisfies readonly FinalCallStatus[];
export type OutcomeName = (typeof OUTCOMES)[number];

/** Sums and sketches of `call_statistics`, as PostgreSQL gives them. */
export interface StatisticsSums extends Record<OutcomeName, number> {
  successMs: number;
  executedMs: number;
  tokens: number;
  microUsd: number;
  executionSketch: Uint8Array | null;
  waitSketch: Uint8Array | null;
  queueSketch: Uint8Array | null;
}

/** A merged row on its way into the table. */
export class StatisticsTotal {
  readonly counts = Object.fromEntries(OUTCOMES.map((outcome) => [outcome, 0])) as Record<OutcomeName, number>;
  successMs = 0;
  executedMs = 0;
  tokens = 0;
  microUsd = 0;
  readonly execution: Sketch = new Map();
  readonly wait: Sketch = new Map();
  readonly queue: Sketch = new Map();

  add(row: StatisticsSums): void {
    for (const outcome of OUTCOMES) this.counts[outcome] += row[outcome];
    this.successMs += row.successMs;
    this.executedMs += row.executedMs;
    this.tokens += row.tokens;
    this.microUsd += row.microUsd;
    mergeEncoded(this.execution, row.executionSketch);
    mergeEncoded(this.wait, row.waitSketch);
    mergeEncoded(this.queue, row.queueSketch);
  }

  /** For `jsonb_to_recordset`, sketches as hexadecimal text. */
  toRecord(): Record<string, number | string | null> {
    return {
      ...this.counts,
      success_ms: this.successMs,
      executed_ms: this.executedMs,
      tokens: this.tokens,
      micro_usd: this.microUsd,
      execution_sketch: hexOf(this.execution),
      wait_sketch: hexOf(this.wait),
      queue_sketch: hexOf(this.queue),
    };
  }
}

/** Where a merged row stands in the table. */
export interface StatisticsPlace {
  tenantId: TenantId;
  level: "hour" | "day";
  bucket: Date;
}

function hexOf(sketch: Sketch): string | null {
  return sketch.size === 0 ? null : encodeSketch(sketch).toString("hex");
}

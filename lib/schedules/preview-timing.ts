import { describeTiming } from "./describe-timing.ts";
import { firstRun, nextRuns } from "./next-runs.ts";
import type { Timing } from "./timing.ts";
import { timingWarnings } from "./timing-warnings.ts";

const SHOWN = 5;

export interface TimingPreview {
  /** In plain English. */
  description: string;
  /** The next five due times, ISO 8601 in UTC; fewer when there are no more. */
  next: string[];
  warnings: string[];
}

/** What a person sees before saving a schedule, and again wherever it is shown. */
export function previewTiming(timing: Timing, now: Date): TimingPreview {
  const first = firstRun(timing, now);
  const runs = first ? [first, ...nextRuns(timing, first, SHOWN - 1)] : [];
  return { description: describeTiming(timing), next: runs.map((run) => run.toISOString()), warnings: timingWarnings(timing, now) };
}

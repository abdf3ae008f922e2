import { nextRun } from "./next-runs.ts";
import type { Timing } from "./timing.ts";

/** When a schedule fires first once it is active. A single time that is a moment past, as `readTiming` lets through, is due at once. */
export function firstRun(timing: Timing, now: Date): Date | null {
  return timing.kind === "once" ? timing.runAt : nextRun(timing, now);
}

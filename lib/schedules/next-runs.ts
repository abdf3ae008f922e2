import { calendarOf } from "./cron.ts";
import { lostEvening } from "./lost-evenings.ts";
import type { Timing } from "./timing.ts";

/**
 * The first due time strictly after an instant; null when there is none (a single time that has passed, a webhook).
 * @throws Error for a rule that cannot be read, which only a row changed behind the product's back can hold.
 */
export function nextRun(timing: Timing, after: Date): Date | null {
  switch (timing.kind) {
    case "cron": {
      const run = calendarOf(timing.cron, timing.timeZone).nextRun(after);
      return lostEvening(timing.cron, timing.timeZone, after, run) ?? run;
    }
    case "once":
      return timing.runAt > after ? timing.runAt : null;
    case "every": {
      const passed = Math.floor((after.getTime() - timing.anchor.getTime()) / timing.everyMs);
      return new Date(timing.anchor.getTime() + Math.max(passed + 1, 1) * timing.everyMs);
    }
    case "webhook":
      return null;
  }
}

/** The first due time of a timing that was read just now: also a single time of this very moment, which is due at once. */
export function firstRun(timing: Timing, now: Date): Date | null {
  return timing.kind === "once" ? timing.runAt : nextRun(timing, now);
}

/** The next due times after an instant, `count` at most, in order. */
export function nextRuns(timing: Timing, after: Date, count: number): Date[] {
  const runs: Date[] = [];
  for (let run = nextRun(timing, after); run && runs.length < count; run = nextRun(timing, run)) runs.push(run);
  return runs;
}

/**
 * The due times after one instant and up to and including another: what has been missed. At most `limit` of them, the earliest;
 * `isComplete` says whether that was all.
 */
export function dueBetween(timing: Timing, after: Date, until: Date, limit: number): { due: Date[]; isComplete: boolean } {
  const due: Date[] = [];
  for (let run = nextRun(timing, after); run && run <= until; run = nextRun(timing, run)) {
    if (due.length === limit) return { due, isComplete: false };
    due.push(run);
  }
  return { due, isComplete: true };
}

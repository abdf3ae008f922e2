import { formatDate, formatTime, localTimeAt } from "#lib/schedules/local-time.ts";
import type { FiringCause } from "#lib/schedules/states.ts";

/** How a firing came about. */
export const CAUSE_WORDS: Record<FiringCause, string> = {
  due: "by the clock",
  manual: "by a person",
  "catch-up": "to catch up",
  "dry-run": "by a person",
  webhook: "by its webhook",
};

export const MISSED_WORDS = {
  once: "one run for all that were missed",
  skip: "nothing runs for what was missed",
  all: "a run for each that was missed",
};

export const OVERLAP_WORDS = {
  skip: "skipped while the run before goes on",
  queue: "waits for the run before",
  replace: "stops the run before",
};

/** `2027-07-01 09:00`, as the clocks of the zone show it. */
export function localWords(at: Date, timeZone: string): string {
  const local = localTimeAt(at, timeZone);
  return `${formatDate(local)} ${formatTime(local)}`;
}

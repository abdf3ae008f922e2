import { calendarOf, isNamedTime } from "./cron.ts";
import { asIfUtc, type ClockChange, clockChangesBetween } from "./local-time.ts";

/** Further ahead nobody looks: the next run is asked for again when the one before it has come. */
const MAX_YEARS = 10;
/** By zone and year; finding one takes some milliseconds. There are about 450 zones. */
const known = new Map<string, ClockChange[]>();

/**
 * When a named time falls into the end of a day that the clocks skip (27 March 2027 in America/Nuuk has no 23:30), it comes at the midnight
 * that follows: the first moment after the gap. The cron library looks for that moment on the same day only, and finds none.
 * @returns the first such midnight after `after` and before `until`, or null
 */
export function lostEvening(cron: string, timeZone: string, after: Date, until: Date | null): Date | null {
  if (!until || !isNamedTime(cron)) return null;
  const firstYear = after.getUTCFullYear();
  const lastYear = Math.min(until.getUTCFullYear(), firstYear + MAX_YEARS);
  for (let year = firstYear; year <= lastYear; year++) {
    const gap = gapsBeforeMidnight(timeZone, year).find(({ at, from, to }) => at > after && at < until && namesTime(cron, from, to));
    if (gap) return gap.at;
  }
  return null;
}

/** Whether the rule names a time from one reading of the clocks to another, on clocks that skip nothing. */
export function namesTime(cron: string, from: ClockChange["from"], to: ClockChange["to"]): boolean {
  const run = calendarOf(cron, "UTC").nextRun(new Date(asIfUtc(from) - 1));
  return run !== null && run.getTime() < asIfUtc(to);
}

function gapsBeforeMidnight(timeZone: string, year: number): ClockChange[] {
  const key = `${year} ${timeZone}`;
  let gaps = known.get(key);
  if (!gaps) {
    const changes = clockChangesBetween(new Date(Date.UTC(year, 0, 1)), new Date(Date.UTC(year + 1, 0, 1)), timeZone);
    gaps = changes.filter(({ from, to, minutes }) => minutes > 0 && from.day !== to.day);
    known.set(key, gaps);
  }
  return gaps;
}

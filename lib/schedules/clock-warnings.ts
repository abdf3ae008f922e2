import { isNamedTime } from "./cron.ts";
import type { CronFields } from "./cron-fields.ts";
import { type ClockChange, clockChangesBetween, formatDate, formatTime } from "./local-time.ts";
import { namesTime } from "./lost-evenings.ts";
import { dueBetween } from "./next-runs.ts";
import type { Timing } from "./timing.ts";

type CronTiming = Extract<Timing, { kind: "cron" }>;

const MINUTE_MS = 60_000;
const DAY_MINUTES = 1_440;

/**
 * What the clock changes between two instants do to a cron timing, a sentence each. A named time comes once on its day, at another reading of the
 * clocks; with `*` or a step a schedule follows what they show, which is worth a word when that leaves nothing of a day, or all of it twice.
 */
export function clockWarnings(timing: CronTiming, fields: CronFields, { from, until }: { from: Date; until: Date }): string[] {
  // In every hour of the day, so no change takes all of it.
  if (fields.hour.kind === "any") return [];
  const changes = clockChangesBetween(from, until, timing.timeZone);
  if (!isNamedTime(timing.cron)) return changes.flatMap((change) => wholeDayWarning(change, timing));
  const times = namedTimes(fields);
  return changes.flatMap((change) => {
    const [start, end] = change.minutes > 0 ? [change.from, change.to] : [change.to, change.from];
    const hit = times.filter((time) => isBetween(time, minutesOf(start), minutesOf(end)));
    return hit.length > 0 && runsOnDayOf(change, timing) ? [namedWarning(change, timing.timeZone, hit)] : [];
  });
}

/** In minutes of the day. */
function namedTimes({ minute, hour }: CronFields): number[] {
  if (minute.kind !== "values" || hour.kind !== "values") return [];
  return hour.values.flatMap((h) => minute.values.map((m) => h * 60 + m));
}

/** From one time of day to another, also over midnight. */
function isBetween(time: number, start: number, end: number): boolean {
  return start < end ? time >= start && time < end : time >= start || time < end;
}

function namedWarning(change: ClockChange, timeZone: string, times: number[]): string {
  const [what, isOne] = [timesInWords(times), times.length === 1];
  return change.minutes > 0
    ? `${whenWords(change, timeZone)}: ${what} ${isOne ? "does" : "do"} not exist that day, and ${isOne ? "runs" : "run"} at ${formatTime(change.to)}.`
    : `${whenWords(change, timeZone)}: ${what} ${isOne ? "comes" : "come"} twice that day, and ${isOne ? "runs" : "run"} the first time only.`;
}

/** All that it would have done on that day falls into what the clocks skip, or show twice. */
function wholeDayWarning(change: ClockChange, timing: CronTiming): string[] {
  const { at, from, to, minutes } = change;
  const [start, end] = minutes > 0 ? [from, to] : [to, from];
  if (!namesTime(timing.cron, start, end)) return [];
  const shown = dayOf(change);
  const runs = dueBetween(timing, new Date(shown.start - 1), new Date(shown.end - 1), DAY_MINUTES * 2).due;
  if (minutes > 0) return runs.length === 0 ? [`${whenWords(change, timing.timeZone)}: it does not run on that day.`] : [];
  const lengthMs = -minutes * MINUTE_MS;
  const isAllTwice = runs.every((run) => Math.abs(run.getTime() - at.getTime() + 0.5) < lengthMs);
  return isAllTwice ? [`${whenWords(change, timing.timeZone)}: what it does on that day comes twice.`] : [];
}

/** The instants at which the day of a change begins and ends: the day that loses or gains something, when the change is at a midnight. */
function dayOf({ at, from, to, minutes }: ClockChange): { start: number; end: number } {
  const isOverMidnight = from.day !== to.day;
  const start = minutes < 0 && isOverMidnight ? at.getTime() - DAY_MINUTES * MINUTE_MS : at.getTime() - minutesOf(from) * MINUTE_MS;
  const end = minutes > 0 && isOverMidnight ? at.getTime() : at.getTime() + (DAY_MINUTES - minutesOf(to)) * MINUTE_MS;
  return { start, end };
}

function whenWords({ from, to, minutes }: ClockChange, timeZone: string): string {
  const isForward = minutes > 0;
  const date = formatDate(isForward ? from : to);
  return `On ${date} the clocks in ${timeZone} go ${isForward ? "forward" : "back"} from ${formatTime(from)} to ${formatTime(to)}`;
}

/** `02:15`, `02:15 and 02:45`, `02:00 to 02:59 (60 times)`. */
function timesInWords(times: number[]): string {
  const words = times.map((time) => formatTime({ hour: Math.floor(time / 60), minute: time % 60 }));
  return words.length < 4 ? words.join(" and ") : `${words[0]} to ${words.at(-1)} (${words.length} times)`;
}

/** The run of a gap comes when it ends; that of a repeated hour before the clocks go back, by as much as they do. */
function runsOnDayOf({ at, minutes }: ClockChange, timing: Timing): boolean {
  const [from, until] = minutes > 0 ? [at.getTime() - 1, at.getTime()] : [at.getTime() + minutes * MINUTE_MS - 1, at.getTime()];
  return dueBetween(timing, new Date(from), new Date(until), 1).due.length > 0;
}

function minutesOf({ hour, minute }: { hour: number; minute: number }): number {
  return hour * 60 + minute;
}

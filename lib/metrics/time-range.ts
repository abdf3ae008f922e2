import { invalidRequest } from "#lib/errors.ts";
import { FIRST_INSTANT } from "#lib/instant.ts";

/** From `from` on, and before `to`. */
export interface TimeRange {
  from: Date;
  to: Date;
}

/** A range in the parts from which its figures are read. Together they are the range, and no two of them overlap. */
export interface RangeParts {
  /** Read call by call, or run by run: what is left over at the ends, and hours whose statistics are no longer kept. */
  calls: TimeRange[];
  /** Whole hours. */
  hours: TimeRange[];
  /** Whole UTC days. */
  days: TimeRange[];
}

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

/** Hourly statistics older than this are dropped; the days are kept. */
export const HOURS_KEPT_MS = 14 * DAY_MS;

/** What every call about figures covers when it says nothing. */
const DEFAULT_RANGE_MS = DAY_MS;
const MAX_RANGE_MS = 400 * DAY_MS;

/**
 * The range that was asked for: the last 24 hours by default.
 * @throws AppError 400 for a range that is empty, runs backwards or is longer than 400 days
 */
export function rangeOf(input: { from?: Date | undefined; to?: Date | undefined }, now = new Date()): TimeRange {
  const to = input.to ?? now;
  const from = input.from ?? new Date(Math.max(FIRST_INSTANT.getTime(), to.getTime() - DEFAULT_RANGE_MS));
  const lengthMs = to.getTime() - from.getTime();
  if (lengthMs <= 0) throw invalidRequest([{ path: "from", message: "Must be before `to`." }]);
  if (lengthMs > MAX_RANGE_MS) throw invalidRequest([{ path: "from", message: "At most 400 days before `to`." }]);
  return { from, to };
}

/**
 * @param smallestMs the width of the series that is asked for: with hours, days cannot be used
 * @param now hours that begin more than 13 days before today are read call by call; a day less than they are kept, for clocks that differ
 */
export function splitRange({ from, to }: TimeRange, smallestMs = DAY_MS, now = Date.now()): RangeParts {
  const [start, end] = [from.getTime(), to.getTime()];
  const hoursSince = floor(now, DAY_MS) - HOURS_KEPT_MS + DAY_MS;
  const [firstDay, lastDay] = smallestMs < DAY_MS ? [end, end] : inner(start, end, DAY_MS);
  const [firstHour, lastHour] = inner(start, end, HOUR_MS);
  // Hours before the days and behind them, as far as they are kept.
  const before = kept(firstHour, Math.min(lastHour, firstDay), hoursSince);
  const after = kept(Math.max(firstHour, lastDay), lastHour, hoursSince);
  const days = parts([firstDay, lastDay]);
  const hours = parts(before, after);
  return { days, hours, calls: gaps({ from, to }, [...days, ...hours]) };
}

/** The largest part of [start, end) that begins and ends on a multiple of `unitMs`; empty when it holds none. */
function inner(start: number, end: number, unitMs: number): [number, number] {
  const first = Math.ceil(start / unitMs) * unitMs;
  const last = floor(end, unitMs);
  return first < last ? [first, last] : [end, end];
}

function kept(start: number, end: number, since: number): [number, number] {
  return [Math.max(start, since), end];
}

function parts(...pairs: [number, number][]): TimeRange[] {
  return pairs.filter(([start, end]) => start < end).map(([start, end]) => ({ from: new Date(start), to: new Date(end) }));
}

/** What the parts leave of the range. */
function gaps({ from, to }: TimeRange, covered: TimeRange[]): TimeRange[] {
  const ordered = covered.toSorted((left, right) => left.from.getTime() - right.from.getTime());
  const edges = [from.getTime(), ...ordered.flatMap((part) => [part.from.getTime(), part.to.getTime()]), to.getTime()];
  const pairs: [number, number][] = [];
  for (let at = 0; at < edges.length; at += 2) pairs.push([edges[at] as number, edges[at + 1] as number]);
  return parts(...pairs);
}

function floor(ms: number, unitMs: number): number {
  return Math.floor(ms / unitMs) * unitMs;
}

import { messageOf } from "#lib/errors.ts";
import { type ReadTiming, readTiming, type TimingInput } from "./read-timing.ts";
import type { ScheduleChange } from "./schedule-input.ts";
import { timingColumns } from "./timing-columns.ts";
import { type TimingRow, timingOfRow } from "./timing-of-row.ts";

/** Whether a change gives another timing than the row has. Forms send all that they show: the same rule in the same zone is no change. */
export function isTimingChange(row: TimingRow, change: ScheduleChange): boolean {
  if (!namesTiming(change)) return false;
  // Read as of the day on which it was made, when nothing of it was past.
  const read = readTiming(timingInput(row, change), row.createdAt);
  if (!read.ok) return true;
  const { cron, runAt, everyMs, timeZone } = timingColumns(read.timing);
  const isSame = cron === row.cron && runAt?.getTime() === row.runAt?.getTime() && everyMs === row.everyMs && timeZone === row.timeZone;
  return !isSame;
}

/**
 * The timing after a change: a form that is given takes the place of the one before, in the zone that is given or was. When nothing of it
 * changes it is read anew only if the schedule must fire again (`mustFire`): a single time that has passed is refused then. Intervals are
 * counted from when the schedule was made, new ones too, as `timingOfRow` will.
 */
export function changedTiming(row: TimingRow, change: ScheduleChange, { now, mustFire }: { now: Date; mustFire: boolean }): ReadTiming {
  if (!isTimingChange(row, change) && !mustFire) return readStored(row);
  const read = readTiming(timingInput(row, change), now);
  return read.ok && read.timing.kind === "every" ? { ok: true, timing: { ...read.timing, anchor: row.createdAt } } : read;
}

function timingInput(row: TimingRow, { cron, runAt, everyMs, ...change }: ScheduleChange): TimingInput {
  const isNewForm = [cron, runAt, everyMs].some(isGiven);
  const stored = { cron: row.cron, runAt: row.runAt?.toISOString() ?? null, everyMs: row.everyMs };
  return { ...(isNewForm ? { cron, runAt, everyMs } : stored), timeZone: change.timeZone ?? row.timeZone };
}

function namesTiming({ cron, runAt, everyMs, timeZone }: ScheduleChange): boolean {
  return [cron, runAt, everyMs, timeZone].some(isGiven);
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}

function readStored(row: TimingRow): ReadTiming {
  try {
    return { ok: true, timing: timingOfRow(row) };
  } catch (error) {
    return { ok: false, issues: [{ path: "cron", message: `Its rule cannot be read; give it another: ${messageOf(error)}` }] };
  }
}

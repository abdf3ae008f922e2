import { messageOf } from "#lib/errors.ts";
import { type ReadTiming, readTiming } from "./read-timing.ts";
import type { ScheduleChange } from "./schedule-input.ts";
import { type TimingRow, timingOfRow } from "./timing-of-row.ts";

export function isTimingChange({ cron, runAt, everyMs, timeZone }: ScheduleChange): boolean {
  return [cron, runAt, everyMs, timeZone].some((value) => value !== undefined && value !== null);
}

/**
 * The timing after a change: a form that is given takes the place of the one before, in the zone that is given or was. When nothing of it
 * changes it is read anew only if the schedule must fire again (`mustFire`): a single time that has passed is refused then. Intervals are
 * counted from when the schedule was made, new ones too, as `timingOfRow` will.
 */
export function changedTiming(row: TimingRow, change: ScheduleChange, { now, mustFire }: { now: Date; mustFire: boolean }): ReadTiming {
  const timeZone = change.timeZone ?? row.timeZone;
  const { cron, runAt, everyMs } = change;
  const isNewForm = [cron, runAt, everyMs].some((form) => form !== undefined && form !== null);
  if (!isNewForm && !isTimingChange(change) && !mustFire) return readStored(row);
  const stored = { cron: row.cron, runAt: row.runAt?.toISOString() ?? null, everyMs: row.everyMs };
  const read = readTiming({ ...(isNewForm ? { cron, runAt, everyMs } : stored), timeZone }, now);
  return read.ok && read.timing.kind === "every" ? { ok: true, timing: { ...read.timing, anchor: row.createdAt } } : read;
}

function readStored(row: TimingRow): ReadTiming {
  try {
    return { ok: true, timing: timingOfRow(row) };
  } catch (error) {
    return { ok: false, issues: [{ path: "cron", message: `Its rule cannot be read; give it another: ${messageOf(error)}` }] };
  }
}

import { newId, type ScheduleId, type ScheduleRunId, type TenantId } from "#lib/ids.ts";
import { dueBetween, nextRun } from "./next-runs.ts";
import type { MissedPolicy } from "./states.ts";
import type { Timing } from "./timing.ts";
import { type TimingRow, timingOfRow } from "./timing-of-row.ts";

/** A schedule that a tick took: `nextRunAt` has come. */
export interface DueSchedule extends TimingRow {
  tenantId: TenantId;
  id: ScheduleId;
  nextRunAt: Date;
  missed: MissedPolicy;
}

export interface PlannedFiring {
  id: ScheduleRunId;
  cause: "due" | "catch-up";
  scheduledFor: Date;
  status: "queued" | "missed";
  reason: string | null;
  lagMs: number | null;
}

export interface FiringPlan {
  firings: PlannedFiring[];
  /** Null: it never fires again. */
  next: Date | null;
}

/** A due time that is found later than this was missed: nothing ran then. Earlier it is only late. */
const MISSED_AFTER_MS = 15_000;
/** Due times of one outage that are recorded, and with the policy `all` made up for, one by one. */
const MAX_MISSED = 100;

/**
 * What is to be recorded and to be run for a schedule whose time has come, and when it fires next. A time that was missed is always recorded
 * as such; the policy says what runs for it: nothing, one run for all of them, or one for each.
 * @throws Error for a rule that cannot be read
 */
export function planFirings(schedule: DueSchedule, now: Date): FiringPlan {
  if (Number.isNaN(schedule.nextRunAt.getTime())) throw new Error("Its next run is no date.");
  const timing = timingOfRow(schedule);
  const { missed, isComplete, onTime } = dueTimes(timing, schedule.nextRunAt, now);
  return {
    firings: [
      ...missed.map((time, index) => missedRecord(time, isComplete || index < missed.length - 1 ? null : (onTime[0] ?? now))),
      ...catchUpTimes(schedule.missed, missed).map((time) => toRun("catch-up", time, now)),
      ...onTime.map((time) => toRun("due", time, now)),
    ],
    next: nextRun(timing, now),
  };
}

/** From the first one on, up to now. Apart, because only so many that were missed are listed: what is due now is run however many those were. */
function dueTimes(timing: Timing, first: Date, now: Date): { missed: Date[]; isComplete: boolean; onTime: Date[] } {
  const lastMissed = new Date(now.getTime() - MISSED_AFTER_MS - 1);
  if (first > lastMissed) return { missed: [], isComplete: true, onTime: [first, ...dueBetween(timing, first, now, MAX_MISSED).due] };
  const { due, isComplete } = dueBetween(timing, first, lastMissed, MAX_MISSED - 1);
  return { missed: [first, ...due], isComplete, onTime: dueBetween(timing, lastMissed, now, MAX_MISSED).due };
}

function catchUpTimes(policy: MissedPolicy, missed: Date[]): Date[] {
  switch (policy) {
    case "skip":
      return [];
    case "once":
      return missed.slice(-1);
    case "all":
      return missed;
  }
}

function missedRecord(scheduledFor: Date, unlistedBefore: Date | null): PlannedFiring {
  const rest = unlistedBefore ? ` The times after it, before ${unlistedBefore.toISOString()}, were missed too and are not listed.` : "";
  const reason = `No worker was running at this time.${rest}`;
  return { id: newId<ScheduleRunId>(), cause: "due", scheduledFor, status: "missed", reason, lagMs: null };
}

function toRun(cause: "due" | "catch-up", scheduledFor: Date, now: Date): PlannedFiring {
  // A column of 32 bits: 24 days.
  const lagMs = Math.min(now.getTime() - scheduledFor.getTime(), 2 ** 31 - 1);
  return { id: newId<ScheduleRunId>(), cause, scheduledFor, status: "queued", reason: null, lagMs };
}

import { newId, type ScheduleId, type ScheduleRunId, type TenantId } from "#lib/ids.ts";
import { dueBetween, nextRun } from "./next-runs.ts";
import type { MissedPolicy } from "./states.ts";
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
  const { due, isComplete } = dueBetween(timing, schedule.nextRunAt, now, MAX_MISSED - 1);
  const times = [schedule.nextRunAt, ...due];
  const isMissed = (time: Date) => now.getTime() - time.getTime() > MISSED_AFTER_MS;
  const missed = times.filter(isMissed);
  const onTime = times.filter((time) => !isMissed(time));
  return {
    firings: [
      ...missed.map((time, index) => missedRecord(time, isComplete || index < missed.length - 1 ? null : now)),
      ...catchUpTimes(schedule.missed, missed).map((time) => toRun("catch-up", time, now)),
      ...onTime.map((time) => toRun("due", time, now)),
    ],
    next: nextRun(timing, now),
  };
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

function missedRecord(scheduledFor: Date, unlistedUntil: Date | null): PlannedFiring {
  const rest = unlistedUntil ? ` The times after it, up to ${unlistedUntil.toISOString()}, were missed too and are not listed.` : "";
  const reason = `No worker was running at this time.${rest}`;
  return { id: newId<ScheduleRunId>(), cause: "due", scheduledFor, status: "missed", reason, lagMs: null };
}

function toRun(cause: "due" | "catch-up", scheduledFor: Date, now: Date): PlannedFiring {
  // A column of 32 bits: 24 days.
  const lagMs = Math.min(now.getTime() - scheduledFor.getTime(), 2 ** 31 - 1);
  return { id: newId<ScheduleRunId>(), cause, scheduledFor, status: "queued", reason: null, lagMs };
}

/** `draft` waits for a person to activate it (what a model makes); `broken` cannot fire and says why. */
export const SCHEDULE_STATUSES = ["draft", "active", "paused", "cancelled", "completed", "archived", "broken"] as const;
export type ScheduleStatus = (typeof SCHEDULE_STATUSES)[number];

/** What happens to due times that passed while nothing ran: nothing, one catch-up run, or a run for each. All are recorded as missed. */
export const MISSED_POLICIES = ["skip", "once", "all"] as const;
export type MissedPolicy = (typeof MISSED_POLICIES)[number];

/** What happens when a firing is due while the one before still runs. */
export const OVERLAP_POLICIES = ["skip", "queue", "replace"] as const;
export type OverlapPolicy = (typeof OVERLAP_POLICIES)[number];

export const SCHEDULE_RUN_STATUSES = [
  "queued",
  "running",
  "awaiting-approval",
  "succeeded",
  "failed",
  "cancelled",
  "skipped",
  "missed",
] as const;
export type ScheduleRunStatus = (typeof SCHEDULE_RUN_STATUSES)[number];

/** Why a firing is there: its time came, a person pressed Run now, it makes up for what was missed, a person asked what it would do, or its webhook was called. */
export type FiringCause = "due" | "manual" | "catch-up" | "dry-run" | "webhook";

/** Which status may follow which, when a person or a verb changes it. Firing completes a one-time schedule by itself. */
export const TRANSITIONS: Record<ScheduleStatus, readonly ScheduleStatus[]> = {
  draft: ["active", "cancelled", "archived"],
  active: ["paused", "cancelled", "completed", "broken"],
  paused: ["active", "cancelled", "archived"],
  broken: ["active", "cancelled", "archived"],
  cancelled: ["archived"],
  completed: ["archived", "active"],
  archived: [],
};

/** Statuses in which nothing about a schedule can be changed any more. */
export const CLOSED: readonly ScheduleStatus[] = ["cancelled", "archived"];

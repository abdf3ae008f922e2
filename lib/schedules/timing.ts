/**
 * When a schedule fires. Exactly one of four forms; `timeZone` is always a canonical IANA name.
 * - `cron`: five fields, read in the zone.
 * - `once`: one instant; the zone is only for showing it.
 * - `every`: whenever a whole number of intervals has passed since `anchor`, when the schedule was made. Real time: the zone is only for
 *   showing it.
 * - `webhook`: never by the clock, only when its webhook is called. Stored, and written by people and programs, as the cron expression `@webhook`.
 */
export type Timing =
  | { kind: "cron"; cron: string; timeZone: string }
  | { kind: "once"; runAt: Date; timeZone: string }
  | { kind: "every"; everyMs: number; anchor: Date; timeZone: string }
  | { kind: "webhook"; timeZone: string };

export const WEBHOOK_CRON = "@webhook";

/** A time this little in the past still means "now": the schedule fires at once. Earlier is refused. */
export const PAST_TOLERANCE_MS = 5_000;
export const MIN_EVERY_MS = 60_000;
/** 366 days. */
export const MAX_EVERY_MS = 31_622_400_000;

import { MIN_EVERY_MS, type Timing, WEBHOOK_CRON } from "./timing.ts";

/** The columns of a schedule's row that say when it fires. */
export interface TimingRow {
  cron: string | null;
  runAt: Date | null;
  everyMs: number | null;
  timeZone: string;
  createdAt: Date;
}

/**
 * The timing of a stored schedule. It was checked when it was stored; a row that something else changed shows here, or when its next run
 * is asked for.
 * @throws Error with the reason, for the schedule to be marked as broken.
 */
export function timingOfRow({ cron, runAt, everyMs, timeZone, createdAt }: TimingRow): Timing {
  const forms = [cron, runAt, everyMs].filter((form) => form !== null).length;
  if (forms !== 1) throw new Error(`It has ${forms} of cron, runAt and everyMs; exactly one is needed.`);
  if (cron === WEBHOOK_CRON) return { kind: "webhook", timeZone };
  if (cron !== null) return { kind: "cron", cron, timeZone };
  if (runAt !== null) return { kind: "once", runAt, timeZone };
  if (everyMs === null || everyMs < MIN_EVERY_MS)
    throw new Error(`An interval of ${everyMs} ms is too short; ${MIN_EVERY_MS} is the least.`);
  return { kind: "every", everyMs, anchor: createdAt, timeZone };
}

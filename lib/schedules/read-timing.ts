import type { InputIssue } from "#lib/errors.ts";
import { readCron } from "./cron.ts";
import { formatInZone } from "./local-time.ts";
import { nextRun } from "./next-runs.ts";
import { readInstant } from "./read-instant.ts";
import { canonicalTimeZone } from "./time-zone.ts";
import { MAX_EVERY_MS, MIN_EVERY_MS, PAST_TOLERANCE_MS, type Timing, WEBHOOK_CRON } from "./timing.ts";

/** A schedule's timing as people, models and clients write it. */
export interface TimingInput {
  /** Five fields, `@daily` and the like, or `@webhook`: only when it is called. */
  cron?: string | null;
  /** ISO 8601 with a zone (`2027-07-01T09:00:00+02:00`), or a local time of `timeZone`. */
  runAt?: string | null;
  /** Milliseconds, 60,000 or more. */
  everyMs?: number | null;
  /** IANA name. UTC when left out; a local `runAt` needs it. */
  timeZone?: string | null;
}

export type ReadTiming = { ok: true; timing: Timing } | { ok: false; issues: InputIssue[] };

/**
 * Reads and checks a timing. What comes back has at least one due time from `now` on, or waits to be called, in a zone that exists.
 * A time up to five seconds past counts as now; anything earlier is refused, naming the time that it is.
 */
export function readTiming(input: TimingInput, now: Date): ReadTiming {
  const given = (["cron", "runAt", "everyMs"] as const).filter((name) => input[name] !== undefined && input[name] !== null);
  const [form] = given;
  if (form === undefined || given.length > 1) {
    const what = form === undefined ? "none was given" : `${given.join(" and ")} were given`;
    return refuse(form ?? "cron", `exactly one of cron, runAt and everyMs is needed; ${what}`);
  }
  const timeZone = canonicalTimeZone(input.timeZone ?? "UTC");
  if (timeZone === null) {
    return refuse("timeZone", `"${input.timeZone}" is not a time zone of the IANA database; write one like Europe/Madrid or UTC`);
  }
  switch (form) {
    case "cron":
      return readRecurring(input.cron ?? "", timeZone, now);
    case "runAt":
      return readOnce(input.runAt ?? "", timeZone, input.timeZone !== undefined && input.timeZone !== null, now);
    case "everyMs":
      return readInterval(input.everyMs ?? 0, timeZone, now);
  }
}

function readRecurring(text: string, timeZone: string, now: Date): ReadTiming {
  if (text.trim().toLowerCase() === WEBHOOK_CRON) return { ok: true, timing: { kind: "webhook", timeZone } };
  const read = readCron(text);
  if (!read.ok) return refuse("cron", read.message);
  const timing: Timing = { kind: "cron", cron: read.cron, timeZone };
  if (nextRun(timing, now) === null) return refuse("cron", `"${read.cron}" names a date that never occurs`);
  return { ok: true, timing };
}

function readOnce(text: string, timeZone: string, isZoneGiven: boolean, now: Date): ReadTiming {
  const read = readInstant(text, isZoneGiven ? timeZone : null);
  if (!read.ok) return refuse("runAt", read.message);
  if (now.getTime() - read.instant.getTime() >= PAST_TOLERANCE_MS) {
    const [then, present] = [read.instant, now].map((at) => (isZoneGiven ? formatInZone(at, timeZone) : at.toISOString()));
    return refuse("runAt", `${then} is in the past; it is ${present} now`);
  }
  return { ok: true, timing: { kind: "once", runAt: read.instant, timeZone } };
}

function readInterval(everyMs: number, timeZone: string, now: Date): ReadTiming {
  if (!Number.isSafeInteger(everyMs)) return refuse("everyMs", "must be a whole number of milliseconds");
  if (everyMs < MIN_EVERY_MS) return refuse("everyMs", `${everyMs} is too often; ${MIN_EVERY_MS} (one minute) is the least`);
  if (everyMs > MAX_EVERY_MS) return refuse("everyMs", `${everyMs} is too long; ${MAX_EVERY_MS} (366 days) is the most`);
  return { ok: true, timing: { kind: "every", everyMs, anchor: now, timeZone } };
}

function refuse(path: string, message: string): ReadTiming {
  return { ok: false, issues: [{ path, message }] };
}

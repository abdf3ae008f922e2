import { onClockSet, serverNow } from "#components/ui/server-clock.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/**
 * "3 min ago", "in 2 hr.", "yesterday"; from a week on, the date. What is to come is rounded: what was just set to end in a day ends "tomorrow", not
 * "in 23 hr.". `now` and `at` in milliseconds. The locale is fixed, the zone is the viewer's.
 */
export function relativeWords(at: number, now: number): string {
  const difference = at - now;
  const distance = Math.abs(difference);
  // `now` may be a tick old, and what was said meanwhile is not to come.
  if (distance < MINUTE_MS) return difference > TICK_MS ? "in less than a minute" : "just now";
  const inUnits = (ms: number): number => (difference > 0 ? Math.round(difference / ms) : Math.trunc(difference / ms));
  if (Math.abs(inUnits(MINUTE_MS)) < 60) return RELATIVE.format(inUnits(MINUTE_MS), "minute");
  if (Math.abs(inUnits(HOUR_MS)) < 24) return RELATIVE.format(inUnits(HOUR_MS), "hour");
  if (Math.abs(inUnits(DAY_MS)) < 7) return RELATIVE.format(inUnits(DAY_MS), "day");
  return new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric" }).format(at);
}

/** Date and time to the second with the name of the viewer's zone, for the hover. */
export function absoluteWords(at: number): string {
  return new Intl.DateTimeFormat("en-GB", { dateStyle: "full", timeStyle: "long" }).format(at);
}

/** What the server writes, which does not know the viewer's zone: "2026-11-29 23:03 UTC". */
export function utcWords(at: number): string {
  return `${new Date(at).toISOString().slice(0, 16).replace("T", " ")} UTC`;
}

const RELATIVE = new Intl.RelativeTimeFormat("en", { numeric: "auto", style: "short" });

const TICK_MS = 20_000;
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;
let unhear: (() => void) | undefined;
let now = 0;

/** One clock for all times on the page, the server's, for `useSyncExternalStore`; it runs only while something listens. On the server it is not known. */
export const clock = {
  subscribe(listener: () => void): () => void {
    if (listeners.size === 0) {
      timer = setInterval(tick, TICK_MS);
      unhear = onClockSet(tick);
    }
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
      if (listeners.size > 0) return;
      clearInterval(timer);
      unhear?.();
    };
  },
  now(): number {
    if (listeners.size === 0 || now === 0) now = Math.floor(serverNow() / 1000) * 1000;
    return now;
  },
  onServer: (): null => null,
};

function tick(): void {
  now = serverNow();
  for (const listener of listeners) listener();
}

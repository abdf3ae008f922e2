import { type Timing, WEBHOOK_CRON } from "./timing.ts";

/** A timing as its columns hold it; the other way round is `timingOfRow`. */
export function timingColumns(timing: Timing): { cron: string | null; runAt: Date | null; everyMs: number | null; timeZone: string } {
  const { timeZone } = timing;
  const none = { cron: null, runAt: null, everyMs: null, timeZone };
  switch (timing.kind) {
    case "cron":
      return { ...none, cron: timing.cron };
    case "once":
      return { ...none, runAt: timing.runAt };
    case "every":
      return { ...none, everyMs: timing.everyMs };
    case "webhook":
      return { ...none, cron: WEBHOOK_CRON };
  }
}

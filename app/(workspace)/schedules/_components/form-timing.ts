import { WEBHOOK_CRON } from "#lib/schedules/timing.ts";

/** What the form's timing fields hold, as typed. */
export interface FormTiming {
  kind: "cron" | "once" | "every" | "webhook";
  cron: string;
  /** As `datetime-local` has it: what a clock of the zone shows. */
  runAt: string;
  everyMinutes: string;
  timeZone: string;
}

export const CRON_PRESETS = [
  { label: "Every hour", cron: "0 * * * *" },
  { label: "Every day at 09:00", cron: "0 9 * * *" },
  { label: "Every weekday at 09:00", cron: "0 9 * * 1-5" },
  { label: "Every Monday at 09:00", cron: "0 9 * * 1" },
  { label: "First day of each month at 09:00", cron: "0 9 1 * *" },
  { label: "Last day of each month at 09:00", cron: "0 9 L * *" },
] as const;

/** The timing in the API's bodies. One form is set; the others are null, so that an edit leaves the one before. */
export interface TimingBody {
  cron: string | null;
  runAt: string | null;
  everyMs: number | null;
  timeZone: string;
}

export function timingBody({ kind, cron, runAt, everyMinutes, timeZone }: FormTiming): TimingBody {
  const none = { cron: null, runAt: null, everyMs: null, timeZone };
  switch (kind) {
    case "cron":
      return { ...none, cron };
    case "once":
      return { ...none, runAt };
    case "every":
      return { ...none, everyMs: Math.round(Number(everyMinutes) * 60_000) };
    case "webhook":
      return { ...none, cron: WEBHOOK_CRON };
  }
}

/** What an empty field of the timing is to be filled with: the server's words are of what a program sends. */
export const MISSING_TIMING = {
  cron: "Write an expression, or choose a usual time.",
  runAt: "Choose a date and a time.",
  everyMs: "Write how many minutes.",
  timeZone: "Write a time zone, such as Europe/Madrid or UTC.",
} as const;

/** Which field of the timing is still empty, as the API names it. */
export function emptyField({ kind, cron, runAt, everyMinutes, timeZone }: FormTiming): keyof typeof MISSING_TIMING | null {
  if (timeZone.trim() === "") return "timeZone";
  if (kind === "webhook") return null;
  const [field, value] = ({ cron: ["cron", cron], once: ["runAt", runAt], every: ["everyMs", everyMinutes] } as const)[kind];
  return value.trim() === "" ? field : null;
}

/** Whether enough is typed to ask for a preview. */
export function isTyped(timing: FormTiming): boolean {
  return emptyField(timing) === null;
}

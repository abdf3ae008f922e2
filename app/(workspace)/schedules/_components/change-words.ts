import type { ScheduleChangeView } from "#lib/schedules/list-schedule-changes.ts";
import type { ScheduleField } from "#lib/schedules/record-change.ts";
import type { ScheduleStatus } from "#lib/schedules/states.ts";
import { MISSED_WORDS, OVERLAP_WORDS } from "./run-words.ts";

export const FIELD_WORDS: Record<ScheduleField, string> = {
  name: "Name",
  prompt: "What the agent is to do",
  cron: "Cron expression",
  runAt: "Single time",
  everyMs: "Interval",
  timeZone: "Time zone",
  missed: "When times were missed",
  overlap: "When the run before has not ended",
};

const STATUS_ACTS: Record<ScheduleStatus, string> = {
  draft: "made it a draft",
  active: "activated it",
  paused: "paused it",
  cancelled: "cancelled it",
  completed: "completed it",
  archived: "archived it",
  broken: "stopped it, because it cannot run,",
};

const TIMING: readonly string[] = ["cron", "runAt", "everyMs", "timeZone"] satisfies ScheduleField[];

/** What was done, behind a name: "paused it", "changed its name and when it runs". */
export function changeWords({ from, to, fields }: Pick<ScheduleChangeView, "from" | "to" | "fields">): string {
  const changed = Object.keys(fields);
  const parts = [
    changed.includes("name") && "its name",
    changed.includes("prompt") && "what it does",
    changed.some((field) => TIMING.includes(field)) && "when it runs",
    (changed.includes("missed") || changed.includes("overlap")) && "what it does about missed and overlapping runs",
  ].filter((part) => part !== false);
  const edit = parts.length > 0 ? `changed ${new Intl.ListFormat("en-GB").format(parts)}` : null;
  return [edit, from === to ? null : STATUS_ACTS[to]].filter((act) => act !== null).join(" and ");
}

/** A value as a person reads it; none where the field had none. */
export function fieldValueWords(field: ScheduleField, value: string | number | null): string {
  if (value === null) return "none";
  if (field === "everyMs") return `${Number(value) / 60_000} min`;
  if (field === "missed") return MISSED_WORDS[value as keyof typeof MISSED_WORDS] ?? String(value);
  if (field === "overlap") return OVERLAP_WORDS[value as keyof typeof OVERLAP_WORDS] ?? String(value);
  return String(value);
}

import { clockWarnings } from "./clock-warnings.ts";
import { type CronFields, cronFields } from "./cron-fields.ts";
import { describeDaysOfMonth, describeDaysOfWeek } from "./describe-timing.ts";
import { formatInZone, instantsOf, localTimeAt } from "./local-time.ts";
import { dueBetween, firstRun } from "./next-runs.ts";
import type { Timing } from "./timing.ts";

const DAY_MS = 86_400_000;
const YEAR_MS = 366 * DAY_MS;
/** From here on people are told how often a schedule really runs. */
const OFTEN_PER_DAY = 96;
const LONGEST_MONTHS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const SHORTEST_MONTHS = LONGEST_MONTHS.with(1, 28);
const MONTHS = ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"];

/** What may surprise about a timing, a sentence each: skipped months, either-or days, clock changes of the coming year, cost, far dates. */
export function timingWarnings(timing: Timing, now: Date): string[] {
  const warnings = [...oftenWarning(timing, now), ...farWarning(timing, now)];
  if (timing.kind === "once") return [...warnings, ...twiceWarning(timing.runAt, timing.timeZone)];
  if (timing.kind === "every" || timing.kind === "webhook") return warnings;
  const fields = cronFields(timing.cron);
  const year = { from: now, until: new Date(now.getTime() + YEAR_MS) };
  const missing = [...missingDayWarning(timing.cron, fields), ...fifthWarning(timing.cron, fields)];
  return [...missing, ...eitherDayWarning(fields), ...clockWarnings(timing, fields, year), ...warnings];
}

function oftenWarning(timing: Timing, now: Date): string[] {
  const runs = dueBetween(timing, now, new Date(now.getTime() + DAY_MS), 1_440).due.length;
  return runs > OFTEN_PER_DAY ? [`This runs ${runs.toLocaleString("en-US")} times a day; each run is answered by the model.`] : [];
}

function farWarning(timing: Timing, now: Date): string[] {
  const first = firstRun(timing, now);
  if (!first || first.getTime() - now.getTime() <= YEAR_MS) return [];
  return [`The first run is more than a year away: ${formatInZone(first, timing.timeZone)}.`];
}

function twiceWarning(runAt: Date, timeZone: string): string[] {
  const instants = instantsOf(localTimeAt(runAt, timeZone), timeZone);
  if (instants.length < 2) return [];
  return [`The clocks show this time twice on that day. Meant is ${formatInZone(runAt, timeZone)}.`];
}

/** The 29th to the 31st do not come in every month, and neither does a weekday near them. */
function missingDayWarning(cron: string, { dayOfMonth, month, dayOfWeek }: CronFields): string[] {
  const nearest = dayOfMonth.kind === "special" ? /^(\d+)W$/.exec(dayOfMonth.text)?.[1] : undefined;
  const values = dayOfMonth.kind === "values" ? dayOfMonth.values : nearest ? [Number(nearest)] : [];
  const day = values.findLast((value) => value > 28);
  if (day === undefined || dayOfWeek.kind !== "any") return [];
  const months = month.kind === "values" ? month.values : MONTHS.map((_, index) => index + 1);
  // A short month whose own last day is named, as in 1-31, misses nothing that was meant.
  const isMet = (number: number) => values.includes(SHORTEST_MONTHS[number - 1] ?? 0);
  const short = months.filter((number) => (LONGEST_MONTHS[number - 1] ?? 0) < day && !isMet(number));
  const without = short.map((number) => MONTHS[number - 1] ?? "");
  const isOnlyInLeapYears = day === 29 && months.includes(2) && !isMet(2);
  if (without.length === 0 && !isOnlyInLeapYears) return [];
  const which = describeDaysOfMonth({ kind: "values", values: [day] })?.replace("the ", "") ?? "";
  const skipped = isOnlyInLeapYears ? "February outside leap years" : `months without a ${which} (${without.join(", ")})`;
  const [last, sign] = nearest ? ["weekday", "LW"] : ["day", "L"];
  return [`This skips ${skipped}. For the last ${last} of each month write "${cron.split(" ").with(2, sign).join(" ")}".`];
}

/** Of twelve months four or five have a fifth Monday. */
function fifthWarning(cron: string, { dayOfMonth, dayOfWeek }: CronFields): string[] {
  const day = dayOfWeek.kind === "special" ? /^([0-7])#5$/.exec(dayOfWeek.text)?.[1] : undefined;
  if (day === undefined || dayOfMonth.kind !== "any") return [];
  const name = describeDaysOfWeek({ kind: "values", values: [Number(day) % 7] })?.replace("every ", "");
  return [
    `This skips months without a fifth ${name}. For the last one of each month write "${cron.split(" ").with(4, `${day}L`).join(" ")}".`,
  ];
}

function eitherDayWarning({ dayOfMonth, dayOfWeek, isBothDays }: CronFields): string[] {
  const [ofMonth, ofWeek] = [describeDaysOfMonth(dayOfMonth), describeDaysOfWeek(dayOfWeek)];
  if (!ofMonth || !ofWeek || isBothDays) return [];
  return [`Either day counts: this runs on ${ofMonth}, and also ${ofWeek}. For days that are both, write "+" before the day of week.`];
}

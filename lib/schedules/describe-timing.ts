import { type CronField, type CronFields, cronFields } from "./cron-fields.ts";
import { formatInZone, formatTime } from "./local-time.ts";
import type { Timing } from "./timing.ts";

const MONTHS = ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"];
const DAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
const ORDINALS = ["first", "second", "third", "fourth", "fifth"];
const MAX_NAMED_TIMES = 6;

/** A timing in plain English, with its zone: "every weekday at 09:00, Europe/Madrid". */
export function describeTiming(timing: Timing): string {
  switch (timing.kind) {
    case "cron":
      return `${describeCron(cronFields(timing.cron))}, ${timing.timeZone}`;
    case "once":
      return `once, ${formatInZone(timing.runAt, timing.timeZone)}`;
    case "every":
      return `every ${describeInterval(timing.everyMs)}`;
    case "webhook":
      return "when its webhook is called";
  }
}

/** Days of the month in words: "the 1st, the 15th". Null for a field that restricts nothing. */
export function describeDaysOfMonth(field: CronField): string | null {
  switch (field.kind) {
    case "any":
      return null;
    case "step":
      return `every ${ordinal(field.step)} day from the 1st`;
    case "values":
      return join(field.values.map((day) => `the ${ordinal(day)}`));
    case "special":
      return join(field.text.split(",").map(describeSpecialDay));
  }
}

/** Days of the week in words: "every weekday", "every Monday and Friday". Null for a field that restricts nothing. */
export function describeDaysOfWeek(field: CronField): string | null {
  switch (field.kind) {
    case "any":
      return null;
    case "step":
      return `every ${join(numbersUpTo(6, field.step).map((day) => DAYS[day] ?? ""))}`;
    case "values": {
      const days = field.values.join();
      if (days === "1,2,3,4,5") return "every weekday";
      if (days === "0,6") return "every Saturday and Sunday";
      if (days === "0,1,2,3,4,5,6") return "every day";
      return `every ${join(field.values.map((day) => DAYS[day] ?? ""))}`;
    }
    case "special":
      return join(field.text.split(",").map(describeSpecialWeekday));
  }
}

function describeCron(fields: CronFields): string {
  const [minute, hour, month] = [unlessAll(fields.minute, 60), unlessAll(fields.hour, 24), unlessAll(fields.month, 12)];
  const [days, months, times] = [describeDays(fields), describeMonths(month), describeTimes(minute, hour)];
  // "every minute" says of itself that it is every day.
  const isEveryDay = days === "every day" && months === null && times.startsWith("every");
  return (isEveryDay ? [times] : [days, months, times]).filter((part) => part !== null).join(" ");
}

/** `0-59` and a step of one restrict nothing. Of days they do: with both day fields given, either counts. */
function unlessAll(field: CronField, count: number): CronField {
  const isAll = (field.kind === "values" && field.values.length === count) || (field.kind === "step" && field.step === 1);
  return isAll ? { kind: "any" } : field;
}

function describeDays({ dayOfMonth, dayOfWeek, isBothDays }: CronFields): string {
  const [ofMonth, ofWeek] = [describeDaysOfMonth(dayOfMonth), describeDaysOfWeek(dayOfWeek)];
  if (ofMonth && ofWeek)
    return isBothDays ? `on ${ofMonth} when it is also ${ofWeek.replace(/^every /, "")}` : `on ${ofMonth}, and ${ofWeek}`;
  return (ofMonth && `on ${ofMonth}`) ?? ofWeek ?? "every day";
}

function describeMonths(field: CronField): string | null {
  switch (field.kind) {
    case "any":
      return null;
    case "step":
      return `in ${join(numbersUpTo(11, field.step).map((month) => MONTHS[month] ?? ""))}`;
    case "values":
      return `in ${join(field.values.map((month) => MONTHS[month - 1] ?? ""))}`;
    case "special":
      return `in months ${field.text}`;
  }
}

function describeTimes(minute: CronField, hour: CronField): string {
  if (minute.kind === "values" && hour.kind === "values") {
    const times = hour.values.flatMap((h) => minute.values.map((m) => formatTime({ hour: h, minute: m })));
    if (times.length <= MAX_NAMED_TIMES) return `at ${join(times)}`;
  }
  const minutes = describeMinutes(minute);
  if (hour.kind === "any") return minutes;
  if (hour.kind === "step") return `${minutes}, in every ${ordinal(hour.step)} hour from 00:00`;
  if (hour.kind === "special") return `${minutes}, in the hours ${hour.text}`;
  return `${minutes}, in the ${hour.values.length === 1 ? "hour" : "hours"} ${join(hour.values.map(String))}`;
}

function describeMinutes(field: CronField): string {
  switch (field.kind) {
    case "any":
      return "every minute";
    case "step":
      // Steps begin anew with each hour.
      return 60 % field.step === 0
        ? every(field.step, "minute")
        : `at the minutes ${join(numbersUpTo(59, field.step).map(String))} of each hour`;
    case "values":
      return atMinutes(field.values);
    case "special":
      return `every hour at the minutes ${field.text}`;
  }
}

function atMinutes(minutes: number[]): string {
  if (minutes.join() === "0") return "every hour on the hour";
  return `every hour at ${minutes.length === 1 ? "minute" : "the minutes"} ${join(minutes.map(String))}`;
}

function describeSpecialDay(part: string): string {
  if (part === "L") return "the last day of the month";
  if (part === "LW") return "the last weekday of the month";
  const nearest = /^(\d+)W$/.exec(part)?.[1];
  if (nearest) return `the weekday nearest to the ${ordinal(Number(nearest))}`;
  return /^\d+$/.test(part) ? `the ${ordinal(Number(part))}` : `days ${part}`;
}

function describeSpecialWeekday(part: string): string {
  const match = /^(\d)(?:#([1-5]|L)|L)$/.exec(part);
  const day = DAYS[Number(match?.[1] ?? part) % 7];
  if (!day) return `weekdays ${part}`;
  if (!match) return `every ${day}`;
  const which = match[2] === undefined || match[2] === "L" ? "last" : ORDINALS[Number(match[2]) - 1];
  return `the ${which} ${day} of the month`;
}

const UNITS = [
  { name: "day", ms: 86_400_000 },
  { name: "hour", ms: 3_600_000 },
  { name: "minute", ms: 60_000 },
  { name: "second", ms: 1_000 },
  { name: "millisecond", ms: 1 },
] as const;

function describeInterval(everyMs: number): string {
  const parts: string[] = [];
  let rest = everyMs;
  for (const { name, ms } of UNITS) {
    const count = Math.floor(rest / ms);
    rest %= ms;
    if (count > 0) parts.push(`${count} ${name}${count === 1 ? "" : "s"}`);
  }
  return parts.length === 1 ? (parts[0] ?? "").replace(/^1 /, "") : parts.join(" ");
}

function every(step: number, unit: string): string {
  return step === 1 ? `every ${unit}` : `every ${step} ${unit}s`;
}

/** 0, step, 2 × step, … as far as they go. */
function numbersUpTo(last: number, step: number): number[] {
  return Array.from({ length: Math.floor(last / step) + 1 }, (_, index) => index * step);
}

function ordinal(day: number): string {
  const isTeen = day % 100 >= 11 && day % 100 <= 13;
  const ending = isTeen ? "th" : (["th", "st", "nd", "rd"][day % 10] ?? "th");
  return `${day}${ending}`;
}

function join(parts: string[]): string {
  return parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
}

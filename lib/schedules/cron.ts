import { Cron } from "croner";

const MAX_CHARS = 200;

const FIELDS = [
  { name: "minute", range: "0–59" },
  { name: "hour", range: "0–23" },
  { name: "day of month", range: "1–31 or L for the last day" },
  { name: "month", range: "1–12 or JAN–DEC" },
  { name: "day of week", range: "0–7 (0 and 7 are Sunday) or SUN–SAT" },
] as const;

const NICKNAMES: Record<string, string> = {
  "@hourly": "0 * * * *",
  "@daily": "0 0 * * *",
  "@midnight": "0 0 * * *",
  "@weekly": "0 0 * * 0",
  "@monthly": "0 0 1 * *",
  "@yearly": "0 0 1 1 *",
  "@annually": "0 0 1 1 *",
};

/**
 * Reads a cron expression of exactly five fields; `@daily` and the like are written out. Besides the usual forms: `L` (last day of the
 * month; `5#L`: last Friday), `15W` (the weekday nearest to the 15th), `1#2` (second Monday), `+` before the day of week (both day fields
 * must match, where otherwise either does).
 * Answers the expression as it is stored, or what is wrong with it, in words.
 */
export function readCron(text: string): { ok: true; cron: string } | { ok: false; message: string } {
  if (text.length > MAX_CHARS) return refuse(`has ${text.length} characters; ${MAX_CHARS} is the limit`);
  const trimmed = text.trim();
  if (trimmed.startsWith("@")) return readNickname(trimmed);
  const fields = trimmed === "" ? [] : trimmed.split(/\s+/);
  if (fields[0]?.includes("=")) return refuse(`begins with ${fields[0]}; the zone goes into timeZone`);
  if (fields.length !== FIELDS.length) return refuse(countWords(fields.length));
  for (const [index, field] of FIELDS.entries()) {
    const part = fields[index] ?? "";
    if (!isReadable(fields.map((other, at) => (at === index ? other : "*")))) {
      return refuse(
        `the ${field.name} "${part}" cannot be read: use ${field.range}, *, lists (1,2), ranges (1-5) or steps (*/2, 10-50/10)`,
      );
    }
  }
  if (!isReadable(fields)) return refuse("cannot be read");
  return { ok: true, cron: fields.join(" ") };
}

const compiled = new Map<string, Cron>();
const MAX_COMPILED = 5_000;

/**
 * The calendar of a stored expression. Never runs anything by itself.
 *
 * Clock changes, after Vixie cron: a time that is named (no `*` and no step in minute and hour) comes once on each of its days: at the
 * first moment after the gap when the clocks skip it, the first time when they show it twice. With `*` or a step the schedule follows real
 * time: what is skipped is not made up, and the repeated hour runs again.
 * @throws Error for an expression that {@link readCron} would not have let through, or an unknown zone.
 */
export function calendarOf(cron: string, timeZone: string): Cron {
  const key = `${timeZone} ${cron}`;
  let calendar = compiled.get(key);
  if (!calendar) {
    calendar = new Cron(cron, { mode: "5-part", timezone: timeZone, fixedTimeRule: "no-wildcard", paused: true });
    // Emptied rather than trimmed: compiling costs microseconds, keeping an order of use would cost more.
    if (compiled.size >= MAX_COMPILED) compiled.clear();
    compiled.set(key, calendar);
  }
  return calendar;
}

const NAMED_TIME = /^[\d,-]+ [\d,-]+ /;

/** Whether minute and hour of a stored expression name times: neither has `*` or a step. */
export function isNamedTime(cron: string): boolean {
  return NAMED_TIME.test(cron);
}

function isReadable(fields: string[]): boolean {
  try {
    new Cron(fields.join(" "), { mode: "5-part", timezone: "UTC", paused: true });
    return true;
  } catch {
    return false;
  }
}

function readNickname(text: string): ReturnType<typeof readCron> {
  const cron = Object.hasOwn(NICKNAMES, text.toLowerCase()) ? NICKNAMES[text.toLowerCase()] : undefined;
  return cron ? { ok: true, cron } : refuse(`"${text}" is not known; write five fields, or one of ${Object.keys(NICKNAMES).join(", ")}`);
}

function countWords(count: number): string {
  const order = "minute, hour, day of month, month, day of week";
  if (count === 6)
    return `has six fields; five are needed (${order}). Seconds are not supported: once a minute is the most. Neither are years: a single date is a runAt`;
  return `has ${count} field${count === 1 ? "" : "s"}; five are needed (${order})`;
}

function refuse(message: string): { ok: false; message: string } {
  return { ok: false, message };
}

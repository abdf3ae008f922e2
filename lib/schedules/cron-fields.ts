/** One field of a cron expression, as far as words can be made of it. */
export type CronField =
  | { kind: "any" }
  /** A step over everything, as in every fifteenth. */
  | { kind: "step"; step: number }
  /** Numbers, lists, ranges, ranges with a step and names, written out in order. */
  | { kind: "values"; values: number[] }
  /** `L`, `15W`, `5#2` and lists with such parts. */
  | { kind: "special"; text: string };

export interface CronFields {
  minute: CronField;
  hour: CronField;
  dayOfMonth: CronField;
  month: CronField;
  /** Sunday is 0. */
  dayOfWeek: CronField;
  /** Both day fields must match (`+` before the day of week); otherwise, when both are given, either does. */
  isBothDays: boolean;
}

const MONTHS = ["JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"];
const DAYS = ["SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT"];

/** Takes a stored expression apart; it has been read before, so it has five fields and all of them are right. */
export function cronFields(cron: string): CronFields {
  const [minute = "*", hour = "*", dayOfMonth = "*", month = "*", dayOfWeek = "*"] = cron.toUpperCase().split(" ");
  const isBothDays = dayOfWeek.startsWith("+");
  // A range that ends with a Sunday ends with the 7th day, and not before the first: SAT-SUN.
  const numbered = dayOfWeek.replace(/^\+/, "").replaceAll("-SUN", "-7");
  const weekdays = readField(replaceNames(numbered, DAYS, 0));
  return {
    minute: readField(minute),
    hour: readField(hour),
    dayOfMonth: readField(dayOfMonth),
    month: readField(replaceNames(month, MONTHS, 1)),
    dayOfWeek: weekdays.kind === "values" ? { kind: "values", values: ordered(weekdays.values.map((day) => day % 7)) } : weekdays,
    isBothDays,
  };
}

function replaceNames(text: string, names: string[], first: number): string {
  return names.reduce((replaced, name, index) => replaced.replaceAll(name, String(index + first)), text);
}

function readField(text: string): CronField {
  if (text === "*" || text === "?") return { kind: "any" };
  const step = /^[*?]\/(\d+)$/.exec(text)?.[1];
  if (step !== undefined) return { kind: "step", step: Number(step) };
  const values: number[] = [];
  for (const part of text.split(",")) {
    const match = /^(\d+)(?:-(\d+)(?:\/(\d+))?)?$/.exec(part);
    if (!match) return { kind: "special", text };
    const from = Number(match[1]);
    const to = Number(match[2] ?? from);
    for (let value = from; value <= to; value += Number(match[3] ?? 1)) values.push(value);
  }
  return { kind: "values", values: ordered(values) };
}

function ordered(values: number[]): number[] {
  return [...new Set(values)].sort((left, right) => left - right);
}

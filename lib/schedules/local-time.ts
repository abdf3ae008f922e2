/** What a clock on the wall of a place shows. */
export interface LocalTime {
  year: number;
  /** 1–12 */
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const formatters = new Map<string, Intl.DateTimeFormat>();

/** What the clocks of a zone show at an instant. */
export function localTimeAt(instant: Date, timeZone: string): LocalTime {
  const parts = Object.fromEntries(
    formatterOf(timeZone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0 } = parts;
  return { year, month, day, hour, minute, second };
}

/** How far the clocks of a zone are ahead of UTC at an instant, in whole minutes. */
function offsetMinutesAt(instant: Date, timeZone: string): number {
  return Math.round((asIfUtc(localTimeAt(instant, timeZone)) - instant.getTime()) / 60_000);
}

/** The instants at which the clocks show this: one; none inside the gap when they go forward; two when they go back. In order. */
export function instantsOf(local: LocalTime, timeZone: string): Date[] {
  const wanted = asIfUtc(local);
  // Whatever the change, the offset in force is one of those a day before and a day after.
  const offsets = new Set([-DAY_MS, DAY_MS].map((distance) => offsetMinutesAt(new Date(wanted + distance), timeZone)));
  return [...offsets]
    .map((minutes) => new Date(wanted - minutes * 60_000))
    .filter((instant) => asIfUtc(localTimeAt(instant, timeZone)) === wanted)
    .sort((left, right) => left.getTime() - right.getTime());
}

export interface ClockChange {
  /** The first instant with the new offset. */
  at: Date;
  /** What the clocks show up to then, and from then on. */
  from: LocalTime;
  to: LocalTime;
  /** Minutes by which they jump: positive when they go forward. */
  minutes: number;
}

/** The changes of a zone's clocks after one instant and up to another. */
export function clockChangesBetween(after: Date, until: Date, timeZone: string): ClockChange[] {
  const changes: ClockChange[] = [];
  for (let start = after.getTime(); start < until.getTime(); start += DAY_MS) {
    const end = Math.min(start + DAY_MS, until.getTime());
    const [before, later] = [offsetMinutesAt(new Date(start), timeZone), offsetMinutesAt(new Date(end), timeZone)];
    if (before !== later) changes.push(describeChange(findChange(start, end, before, timeZone), before, later));
  }
  return changes;
}

function findChange(start: number, end: number, offsetAtStart: number, timeZone: string): number {
  let [low, high] = [start, end];
  while (high - low > 1_000) {
    const middle = Math.floor((low + high) / 2);
    if (offsetMinutesAt(new Date(middle), timeZone) === offsetAtStart) low = middle;
    else high = middle;
  }
  // Changes come at whole seconds.
  return Math.floor(high / 1_000) * 1_000;
}

function describeChange(at: number, before: number, later: number): ClockChange {
  const show = (minutes: number) => fromUtc(new Date(at + minutes * 60_000));
  return { at: new Date(at), from: show(before), to: show(later), minutes: later - before };
}

/** `2027-07-01 09:00 Europe/Madrid (UTC+02:00)`; seconds only when there are any. */
export function formatInZone(instant: Date, timeZone: string): string {
  const local = localTimeAt(instant, timeZone);
  const shown = `${formatDate(local)} ${formatTime(local)} ${timeZone}`;
  if (timeZone === "UTC") return shown;
  const offset = offsetMinutesAt(instant, timeZone);
  const [hours, minutes] = [Math.floor(Math.abs(offset) / 60), Math.abs(offset) % 60];
  return `${shown} (UTC${offset < 0 ? "-" : "+"}${two(hours)}:${two(minutes)})`;
}

export function formatDate({ year, month, day }: LocalTime): string {
  return `${String(year).padStart(4, "0")}-${two(month)}-${two(day)}`;
}

export function formatTime({ hour, minute, second }: Pick<LocalTime, "hour" | "minute"> & { second?: number }): string {
  return `${two(hour)}:${two(minute)}${second ? `:${two(second)}` : ""}`;
}

function two(value: number): string {
  return String(value).padStart(2, "0");
}

/** Milliseconds since 1970 at which clocks of UTC show this. */
export function asIfUtc({ year, month, day, hour, minute, second }: LocalTime): number {
  // `Date.UTC` alone takes the years 0 to 99 for 1900 to 1999.
  return new Date(Date.UTC(2000, month - 1, day, hour, minute, second)).setUTCFullYear(year, month - 1, day);
}

function fromUtc(date: Date): LocalTime {
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    hour: date.getUTCHours(),
    minute: date.getUTCMinutes(),
    second: date.getUTCSeconds(),
  };
}

/** Making one costs a thousand times as much as using it. There are about 450 zones. */
function formatterOf(timeZone: string): Intl.DateTimeFormat {
  let formatter = formatters.get(timeZone);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat("en-US", {
      timeZone,
      calendar: "gregory",
      numberingSystem: "latn",
      hourCycle: "h23",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
      second: "numeric",
    });
    formatters.set(timeZone, formatter);
  }
  return formatter;
}

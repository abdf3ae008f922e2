import { isStorableInstant } from "#lib/instant.ts";
import { asIfUtc, instantsOf, type LocalTime } from "./local-time.ts";

const ISO_8601 =
  /^(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)T(?<hour>\d\d):(?<minute>\d\d)(?::(?<second>\d\d)(?:[.,](?<fraction>\d{1,9}))?)?(?<zone>Z|[+-]\d\d(?::?\d\d)?)?$/i;

/** Kiribati is the furthest ahead of UTC, by 14 hours. */
const MAX_OFFSET_MINUTES = 14 * 60;

/**
 * Reads a time in ISO 8601, to the millisecond. With its own zone or offset it means that instant; without, it is what the clocks of
 * `timeZone` show then (with the offset in force on that day, not today's); a time that they show twice means the first.
 * Refused, in words: no zone anywhere, a date that does not exist, a local time that the clocks skip, a year that is not 1 to 9999 in UTC.
 */
export function readInstant(text: string, timeZone: string | null): { ok: true; instant: Date } | { ok: false; message: string } {
  const groups = ISO_8601.exec(text.trim())?.groups;
  if (!groups) return refuse(`"${text.slice(0, 60).toWellFormed()}" is not a time in ISO 8601; write one like 2027-07-01T09:00:00+02:00`);
  const field = (name: string) => Number(groups[name] ?? 0);
  const local: LocalTime = {
    year: field("year"),
    month: field("month"),
    day: field("day"),
    hour: field("hour"),
    minute: field("minute"),
    second: field("second"),
  };
  if (!exists(local)) return refuse(`"${text}" names a date or a time of day that does not exist`);
  const read = readLocal(local, { text, zone: groups.zone, timeZone });
  if (!read.ok) return read;
  const instant = new Date(read.instant.getTime() + millisecondsOf(groups.fraction));
  return isStorableInstant(instant) ? { ok: true, instant } : refuse(`"${text}" is out of reach; the years 1 to 9999 are taken`);
}

/** Of the digits behind the second; what is finer is cut off. */
function millisecondsOf(fraction = ""): number {
  return Number(fraction.slice(0, 3).padEnd(3, "0"));
}

function readLocal(
  local: LocalTime,
  { text, zone, timeZone }: { text: string; zone: string | undefined; timeZone: string | null },
): ReturnType<typeof readInstant> {
  if (zone !== undefined) return readWithOffset(local, zone);
  if (timeZone === null) return refuse(`"${text}" has no zone; add one (…Z, …+02:00) or give timeZone`);
  const [instant] = instantsOf(local, timeZone);
  return instant ? { ok: true, instant } : refuse(`"${text}" does not exist in ${timeZone}: the clocks skip it on that day`);
}

/** Digits can be right and the date wrong: 30 February, 24:00, second 60. */
function exists(local: LocalTime): boolean {
  const { month, day, hour, minute, second } = local;
  const date = new Date(asIfUtc(local));
  const isSameDay = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isSameDay && hour < 24 && minute < 60 && second < 60;
}

function readWithOffset(local: LocalTime, zone: string): ReturnType<typeof readInstant> {
  const [hours, minutes] = zone.toUpperCase() === "Z" ? [0, 0] : [Number(zone.slice(1, 3)), Number(zone.slice(3).replace(":", "") || 0)];
  if (minutes > 59 || hours * 60 + minutes > MAX_OFFSET_MINUTES) return refuse(`the offset "${zone}" does not exist`);
  const sign = zone.startsWith("-") ? -1 : 1;
  return { ok: true, instant: new Date(asIfUtc(local) - sign * (hours * 60 + minutes) * 60_000) };
}

function refuse(message: string): { ok: false; message: string } {
  return { ok: false, message };
}

import { z } from "zod";

/** Of these years every instant can be stored, and is written in a way that everybody reads back: with four digits. */
export const FIRST_INSTANT = new Date("0001-01-01T00:00:00Z");
const LAST = new Date("9999-12-31T23:59:59.999Z");

/** False also for no date at all. An offset can lead out of the years that were written: `9999-12-31T23:59:59-12:00`. */
export function isStorableInstant(instant: Date): boolean {
  return instant >= FIRST_INSTANT && instant <= LAST;
}

/** An instant in a query or a body: ISO 8601 with `Z` or an offset. */
export const instantText = z.iso
  .datetime({ offset: true, error: "Write a time with its zone, such as 2027-07-01T09:00:00Z." })
  .transform((text) => new Date(text))
  .refine(isStorableInstant, "The years 1 to 9999 (in UTC) are taken.");

import { z } from "zod";
import { wholeNumber } from "#lib/paging/whole-number.ts";

/** `after` in the query of a stream: the place of the last event that a reader has. An empty one is none, so that `?after=${last ?? ""}` works. */
export const placeQuery = z.preprocess((value) => (value === "" ? undefined : value), wholeNumber(0, Number.MAX_SAFE_INTEGER).optional());

/**
 * From where a stream goes on: the later of the two places that a reader may name. A browser's EventSource comes back to the address that it was opened
 * with, and says in `Last-Event-ID` how far it has got since (HTML, 9.2.3); a header that names no place is none.
 */
export function resumePlace(after: number | undefined, headers: Headers): number {
  return Math.max(after ?? 0, placeQuery.safeParse(headers.get("last-event-id")).data ?? 0);
}

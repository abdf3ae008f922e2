import { z } from "zod";
import { wholeNumber } from "#lib/paging/whole-number.ts";

/** `after` in the query of a stream: the place of the last event that a reader has. An empty one is none, so that `?after=${last ?? ""}` works. */
export const placeQuery = z.preprocess((value) => (value === "" ? undefined : value), wholeNumber(0, Number.MAX_SAFE_INTEGER).optional());

import { z } from "zod";
import { wholeNumber } from "./whole-number.ts";

export const MAX_LIMIT = 200;
const DEFAULT_LIMIT = 50;

/** What a verb that lists takes: at most `limit` items after `cursor`. */
export interface PageRequest {
  limit: number;
  cursor?: string | undefined;
}

const limit = wholeNumber(1, MAX_LIMIT).default(DEFAULT_LIMIT);

/** An empty cursor is none, so that `?cursor=${next ?? ""}` works. */
const cursor = z
  .string()
  .max(2_000)
  .transform((value) => (value === "" ? undefined : value))
  .optional();

/**
 * The query of a list: `cursor`, `limit` (1–200, default 50), and the filters given here; any other key is refused, and so are `from` and `to` with
 * no time between them.
 *
 * @example query: listQuery({ q: z.string().max(200).optional() })
 */
export function listQuery<Filters extends z.ZodRawShape>(filters: Filters) {
  return z.strictObject({ ...filters, cursor, limit }).refine(isForwards, { path: ["from"], message: "Must be before `to`." });
}

function isForwards(query: Record<string, unknown>): boolean {
  const { from, to } = query;
  return !(from instanceof Date && to instanceof Date) || from < to;
}

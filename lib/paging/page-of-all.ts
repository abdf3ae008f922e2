import { z } from "zod";
import type { UserId } from "#lib/ids.ts";
import { readCursor, writeCursor } from "./cursor.ts";
import type { PageRequest } from "./list-query.ts";
import type { Page } from "./page.ts";

interface WholeList<T> {
  /** Whose list it is. */
  userId: UserId;
  list: string;
  items: T[];
}

/**
 * A page of a list that is short enough to be read whole, such as a person's organizations. The cursor counts items: what is added or removed
 * before it between two pages moves the second one.
 *
 * @throws AppError 400 `invalid_request` for a cursor that is not one of this list
 */
export function pageOfAll<T>({ userId, list, items }: WholeList<T>, { limit, cursor }: PageRequest): Page<T> {
  const start = readCursor(userId, list, cursor, z.tuple([z.int().min(0)]))?.[0] ?? 0;
  const end = start + limit;
  return { items: items.slice(start, end), nextCursor: end < items.length ? writeCursor(userId, list, [end]) : null, total: items.length };
}

import type { TenantId } from "#lib/ids.ts";
import { type Position, writeCursor } from "./cursor.ts";

/** A page of a list, as the API answers it. `total` counts everything that the filters leave, not only this page. */
export interface Page<T> {
  items: T[];
  nextCursor: string | null;
  total: number;
}

interface PageInput<Row, Item> {
  tenantId: TenantId;
  list: string;
  /** One more than `limit` when there are more: ask the database for `limit + 1`. */
  rows: Row[];
  limit: number;
  total: number;
  position: (row: Row) => Position;
  item: (row: Row) => Item;
}

export function pageOf<Row, Item>({ tenantId, list, rows, limit, total, position, item }: PageInput<Row, Item>): Page<Item> {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const nextCursor = rows.length > limit && last !== undefined ? writeCursor(tenantId, list, position(last)) : null;
  return { items: shown.map(item), nextCursor, total };
}

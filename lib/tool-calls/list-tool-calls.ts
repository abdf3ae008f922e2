import { z } from "zod";
import type { TenantSql } from "#db/tenant.ts";
import type { TenantContext } from "#lib/context.ts";
import { readCursor } from "#lib/paging/cursor.ts";
import type { PageRequest } from "#lib/paging/list-query.ts";
import { type Page, pageOf } from "#lib/paging/page.ts";
import { type CallFilter, matchingCalls, readableCalls } from "./call-filter.ts";
import { type CallRecord, selectRecords } from "./call-record.ts";

export interface CallPage extends Page<CallRecord> {
  /** More that the filters leave, in chats that the caller cannot open; figures count them too. */
  hidden: number;
}

export type PlacedRecord = CallRecord & { place: string };

const LIST = "tool-calls";
const position = z.tuple([z.string().max(40), z.uuid()]);

/** The record of every call that the caller may read, refused ones too, the newest first. `total` is how many of them the filters leave. */
export async function listToolCalls(ctx: TenantContext, { limit, cursor, ...filter }: PageRequest & CallFilter): Promise<CallPage> {
  const { tenantId } = ctx;
  const after = readCursor(tenantId, LIST, cursor, position);
  const [rows, [counted]] = await ctx.db.sql((sql) =>
    Promise.all([
      readRecords(sql, ctx, filter, after, limit + 1),
      sql<{ total: number; all: number }[]>`
        select (select count(*)::int from tool_calls t where ${matchingCalls(sql, ctx, filter)}) as all,
               (select count(*)::int from tool_calls t join chats c on c.tenant_id = t.tenant_id and c.id = t.chat_id
                 where ${readableCalls(sql, ctx, filter)}) as total`,
    ]),
  );
  const { total, all } = counted ?? { total: 0, all: 0 };
  const item = ({ place: _, ...record }: PlacedRecord): CallRecord => record;
  const page = pageOf({ tenantId, list: LIST, rows, limit, total, position: placeOf, item });
  return { ...page, hidden: all - total };
}

/** Up to `limit` records after that place, in the order of the list. */
export function readRecords(sql: TenantSql, ctx: TenantContext, filter: CallFilter, after: [string, string] | null, limit: number) {
  const beyond = after ? sql`and (t.created_at, t.id) < (${after[0]}::timestamptz, ${after[1]}::uuid)` : sql``;
  return sql<PlacedRecord[]>`
    ${selectRecords(sql)} where ${readableCalls(sql, ctx, filter)} ${beyond} order by t.created_at desc, t.id desc limit ${limit}`;
}

/** With PostgreSQL's microseconds, which a `Date` does not have. */
export function placeOf({ place, id }: PlacedRecord): [string, string] {
  return [place, id];
}

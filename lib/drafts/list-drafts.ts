import { z } from "zod";
import type { TenantContext } from "#lib/context.ts";
import { readCursor } from "#lib/paging/cursor.ts";
import type { PageRequest } from "#lib/paging/list-query.ts";
import { type Page, pageOf } from "#lib/paging/page.ts";
import { type DraftItem, draftColumns, fromDrafts, toldState } from "./draft-view.ts";
import type { DraftState } from "./states.ts";

interface ListDrafts extends PageRequest {
  state?: DraftState | undefined;
}

const LIST = "drafts";
const position = z.tuple([z.string().max(40), z.uuid()]);

/** The organization's drafts, the one to which something happened last first. */
export async function listDrafts(ctx: TenantContext, { state, limit, cursor }: ListDrafts): Promise<Page<DraftItem>> {
  const { tenantId } = ctx;
  const [beforeTime, beforeId] = readCursor(tenantId, LIST, cursor, position) ?? [null, null];
  const [rows, [counted]] = await ctx.db.sql((sql) => {
    const found = sql`d.deleted_at is null and ${state ? sql`${toldState(sql)} = ${state}` : sql`true`}`;
    return Promise.all([
      sql<(DraftItem & { place: string })[]>`
        select ${draftColumns(sql, ctx)}, d.updated_at::text as place from ${fromDrafts(sql, ctx)}
         where ${found} and (${beforeTime}::timestamptz is null or (d.updated_at, d.id) < (${beforeTime}::timestamptz, ${beforeId}::uuid))
         order by d.updated_at desc, d.id desc limit ${limit + 1}`,
      sql<{ total: number }[]>`select count(*)::int as total from ${fromDrafts(sql, ctx)} where ${found}`,
    ]);
  });
  const item = ({ place, ...draft }: DraftItem & { place: string }) => draft;
  return pageOf({ tenantId, list: LIST, rows, limit, total: counted?.total ?? 0, position: (row) => [row.place, row.id], item });
}

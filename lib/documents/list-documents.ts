import { z } from "zod";
import type { TenantContext } from "#lib/context.ts";
import { readCursor } from "#lib/paging/cursor.ts";
import { likePattern } from "#lib/paging/like-pattern.ts";
import type { PageRequest } from "#lib/paging/list-query.ts";
import { type Page, pageOf } from "#lib/paging/page.ts";
import { type DocumentItem, documentColumns, withVersion } from "./document-view.ts";

interface ListDocuments extends PageRequest {
  /** Part of the title or of the text in force, without regard to case or to how accents are composed. */
  q?: string | undefined;
}

const LIST = "documents";
const position = z.tuple([z.string().max(40), z.uuid()]);

/** The organization's documents without their texts, the one that was changed last first. */
export async function listDocuments(ctx: TenantContext, { q = "", limit, cursor }: ListDocuments): Promise<Page<DocumentItem>> {
  const { tenantId } = ctx;
  const [beforeTime, beforeId] = readCursor(tenantId, LIST, cursor, position) ?? [null, null];
  const words = q.trim().normalize("NFC");
  const pattern = likePattern(words);
  const [rows, [counted]] = await ctx.db.sql((sql) => {
    const says = words === "" ? sql`true` : sql`(normalize(v.title, NFC) ilike ${pattern} or normalize(v.text, NFC) ilike ${pattern})`;
    const found = sql`d.deleted_at is null and ${says}`;
    return Promise.all([
      sql<(DocumentItem & { place: string })[]>`
        select ${documentColumns(sql)}, d.updated_at::text as place from ${withVersion(sql, ctx)}
         where ${found} and (${beforeTime}::timestamptz is null or (d.updated_at, d.id) < (${beforeTime}::timestamptz, ${beforeId}::uuid))
         order by d.updated_at desc, d.id desc limit ${limit + 1}`,
      sql<{ total: number }[]>`select count(*)::int as total from ${withVersion(sql, ctx)} where ${found}`,
    ]);
  });
  const item = ({ place, ...document }: DocumentItem & { place: string }) => document;
  return pageOf({ tenantId, list: LIST, rows, limit, total: counted?.total ?? 0, position: (row) => [row.place, row.id], item });
}

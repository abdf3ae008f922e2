import { z } from "zod";
import type { TenantContext } from "#lib/context.ts";
import { notFound } from "#lib/errors.ts";
import type { DocumentId } from "#lib/ids.ts";
import { readCursor } from "#lib/paging/cursor.ts";
import type { PageRequest } from "#lib/paging/list-query.ts";
import { type Page, pageOf } from "#lib/paging/page.ts";
import { type DocumentVersion, versionColumns } from "./get-version.ts";

const position = z.tuple([z.int()]);

/**
 * The versions of a document without their texts, the newest first.
 * @throws AppError 404
 */
export async function listVersions(
  ctx: TenantContext,
  { id, limit, cursor }: PageRequest & { id: DocumentId },
): Promise<Page<DocumentVersion>> {
  const { tenantId } = ctx;
  const list = `document-versions ${id}`;
  const [before] = readCursor(tenantId, list, cursor, position) ?? [null];
  const [[document], rows] = await ctx.db.sql((sql) =>
    Promise.all([
      sql<{ total: number }[]>`select number as total from documents where tenant_id = ${tenantId} and id = ${id} and deleted_at is null`,
      sql<DocumentVersion[]>`
        select ${versionColumns(sql)} from document_versions v
         where v.tenant_id = ${tenantId} and v.document_id = ${id} and (${before}::int is null or v.number < ${before}::int)
         order by v.number desc limit ${limit + 1}`,
    ]),
  );
  if (!document) throw notFound("document");
  return pageOf({ tenantId, list, rows, limit, total: document.total, position: ({ number }) => [number], item: (row) => row });
}

import type { TenantSql } from "#db/tenant.ts";
import type { TenantContext } from "#lib/context.ts";
import { notFound } from "#lib/errors.ts";
import type { DocumentId } from "#lib/ids.ts";
import { type DocumentDetail, documentColumns, withVersion } from "./document-view.ts";

/**
 * A document with the whole text of the version in force. Every member may read it.
 * @throws AppError 404
 */
export function getDocument(ctx: TenantContext, id: DocumentId): Promise<DocumentDetail> {
  return ctx.db.sql((sql) => readDocument(sql, ctx, id));
}

/** The same inside the caller's transaction. `locks`: nobody else writes it until that ends. */
export async function readDocument(
  sql: TenantSql,
  ctx: TenantContext,
  id: DocumentId,
  { locks = false }: { locks?: boolean } = {},
): Promise<DocumentDetail> {
  // Locked before it is read: whoever waited sees what the other wrote, and not the version that they found.
  if (locks) await sql`select 1 from documents where tenant_id = ${ctx.tenantId} and id = ${id} for no key update`;
  const [document] = await sql<DocumentDetail[]>`
    select ${documentColumns(sql)}, v.text from ${withVersion(sql, ctx)} where d.id = ${id} and d.deleted_at is null`;
  if (!document) throw notFound("document");
  return document;
}

import { recordAudit } from "#lib/audit/record-audit.ts";
import { mayManage } from "#lib/auth/may-manage.ts";
import { requireWriter } from "#lib/auth/require-role.ts";
import type { TenantContext } from "#lib/context.ts";
import { AppError, notFound } from "#lib/errors.ts";
import type { DocumentId } from "#lib/ids.ts";
import { type DocumentItem, documentColumns, withVersion } from "./document-view.ts";

/**
 * Takes a document off every list, for agents too; its versions stay, and {@link undeleteDocument} brings it back. Deleting what is deleted changes nothing.
 * @throws AppError 404, 403 for a document that somebody else made, unless the caller is an owner or admin
 */
export async function deleteDocument(ctx: TenantContext, id: DocumentId): Promise<void> {
  await setDeleted(ctx, id, true);
}

/** Undoes {@link deleteDocument}, for the same people. */
export function undeleteDocument(ctx: TenantContext, id: DocumentId): Promise<DocumentItem> {
  return setDeleted(ctx, id, false);
}

async function setDeleted(ctx: TenantContext, id: DocumentId, isDeleted: boolean): Promise<DocumentItem> {
  requireWriter(ctx);
  const { tenantId, userId } = ctx;
  return ctx.db.sql(async (sql) => {
    const [document] = await sql<DocumentItem[]>`select ${documentColumns(sql)} from ${withVersion(sql, ctx)} where d.id = ${id}`;
    if (!document) throw notFound("document");
    if (!mayManage(ctx, document))
      throw new AppError("forbidden", "Only the person who made a document, an owner or an admin may delete it.");
    const changed = await sql`
      update documents set deleted_at = case when ${isDeleted} then now() end
       where tenant_id = ${tenantId} and id = ${id} and (deleted_at is null) = ${isDeleted} returning id`;
    if (changed.length === 0) return document;
    const action = isDeleted ? "document-delete" : "document-undelete";
    await recordAudit(sql, { tenantId, actorId: userId, action, subject: `document:${id}` });
    return document;
  });
}

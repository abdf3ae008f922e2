import type { TenantSql } from "#db/tenant.ts";
import type { TenantContext } from "#lib/context.ts";
import { notFound } from "#lib/errors.ts";
import type { DraftId } from "#lib/ids.ts";
import { type DraftDetail, draftColumns, fromDrafts } from "./draft-view.ts";

/**
 * A draft with its whole text. Every member may read it.
 * @throws AppError 404
 */
export function getDraft(ctx: TenantContext, id: DraftId): Promise<DraftDetail> {
  return ctx.db.sql((sql) => readDraft(sql, ctx, id));
}

/** The same inside the caller's transaction. `locks`: nobody else changes or sends it until that ends. */
export async function readDraft(
  sql: TenantSql,
  ctx: TenantContext,
  id: DraftId,
  { locks = false }: { locks?: boolean } = {},
): Promise<DraftDetail> {
  if (locks) await sql`select 1 from drafts where tenant_id = ${ctx.tenantId} and id = ${id} for no key update`;
  const [draft] = await sql<DraftDetail[]>`
    select ${draftColumns(sql, ctx)}, d.text from ${fromDrafts(sql, ctx)} where d.id = ${id} and d.deleted_at is null`;
  if (!draft) throw notFound("draft");
  return draft;
}

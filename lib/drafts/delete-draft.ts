import { recordAudit } from "#lib/audit/record-audit.ts";
import { mayManage } from "#lib/auth/may-manage.ts";
import { requireWriter } from "#lib/auth/require-role.ts";
import type { TenantContext } from "#lib/context.ts";
import { versionOf } from "#lib/documents/version-of.ts";
import { AppError, notFound } from "#lib/errors.ts";
import type { DraftId, ToolCallId } from "#lib/ids.ts";
import { requireOpen } from "./draft-input.ts";
import { type DraftDetail, draftColumns, fromDrafts } from "./draft-view.ts";

interface Options {
  /** The call by which an agent deletes it. */
  callId?: ToolCallId;
}

/**
 * Takes a draft off every list; {@link undeleteDraft} brings it back. Deleting what is deleted changes nothing.
 * @throws AppError 404, 403 for a draft made in somebody else's name, unless the caller is an owner or admin, 409 `conflict` for one that was sent or
 * may have been
 */
export async function deleteDraft(ctx: TenantContext, id: DraftId, options: Options = {}): Promise<void> {
  await setDeleted(ctx, id, true, options);
}

/** Undoes {@link deleteDraft}, for the same people. */
export function undeleteDraft(ctx: TenantContext, id: DraftId): Promise<DraftDetail> {
  return setDeleted(ctx, id, false, {});
}

async function setDeleted(ctx: TenantContext, id: DraftId, isDeleted: boolean, { callId }: Options): Promise<DraftDetail> {
  requireWriter(ctx);
  const { tenantId, userId } = ctx;
  return ctx.db.sql(async (sql) => {
    await sql`select 1 from drafts where tenant_id = ${tenantId} and id = ${id} for no key update`;
    const [draft] = await sql<DraftDetail[]>`select ${draftColumns(sql, ctx)}, d.text from ${fromDrafts(sql, ctx)} where d.id = ${id}`;
    if (!draft) throw notFound("draft");
    if (!mayManage(ctx, draft))
      throw new AppError("forbidden", "Only the person in whose name a draft was made, an owner or an admin may delete it.");
    requireOpen(draft, "deleted");
    // Whoever was asked to have it sent saw that it was gone: brought back, it is another to ask about.
    const version = isDeleted ? versionOf(draft.destination.id, draft.text, draft.version) : draft.version;
    const changed = await sql`
      update drafts set deleted_at = case when ${isDeleted} then now() end, version = ${version}
       where tenant_id = ${tenantId} and id = ${id} and (deleted_at is null) = ${isDeleted} returning id`;
    if (changed.length > 0 && !callId) {
      const action = isDeleted ? "draft-delete" : "draft-undelete";
      await recordAudit(sql, { tenantId, actorId: userId, action, subject: `draft:${id}` });
    }
    return draft;
  });
}

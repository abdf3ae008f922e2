import { recordAudit } from "#lib/audit/record-audit.ts";
import { requireWriter } from "#lib/auth/require-role.ts";
import type { TenantContext } from "#lib/context.ts";
import { findDestination } from "#lib/destinations/find-destination.ts";
import { versionConflict } from "#lib/documents/version-conflict.ts";
import { versionOf } from "#lib/documents/version-of.ts";
import type { DraftId, ToolCallId } from "#lib/ids.ts";
import { storableText } from "#lib/storable.ts";
import { requireOpen } from "./draft-input.ts";
import type { DraftDetail } from "./draft-view.ts";
import { readDraft } from "./get-draft.ts";

export interface UpdateDraft {
  id: DraftId;
  /** The version that the writer has read. */
  expectedVersion: string;
  /** What is not given stays. A destination is given by its name. */
  text?: string | undefined;
  destination?: string | undefined;
}

/**
 * Changes a draft that has not gone out. Whoever agreed to the version before agreed to another message: it cannot be sent by that, also when what it said is
 * written again.
 * @param options.callId the call by which an agent writes
 * @throws AppError 403, 404, 409 `version_conflict` with `expected` and `current`, 409 `conflict` for one that was sent or may have been
 */
export async function updateDraft(
  ctx: TenantContext,
  { id, expectedVersion, ...change }: UpdateDraft,
  options: { callId?: ToolCallId } = {},
): Promise<DraftDetail> {
  requireWriter(ctx);
  const { tenantId, userId } = ctx;
  return ctx.db.sql(async (sql) => {
    const before = await readDraft(sql, ctx, id, { locks: true });
    requireOpen(before, "changed");
    const destinationId = change.destination === undefined ? before.destination.id : await findDestination(sql, ctx, change.destination);
    const text = storableText(change.text ?? before.text);
    // Also how a write that happened is recognised when it is repeated.
    if (destinationId === before.destination.id && text === before.text) return before;
    if (before.version !== expectedVersion) throw versionConflict("draft", expectedVersion, before.version);
    const version = versionOf(destinationId, text, before.version);
    // What became of the message before, and who agreed to it, is no fact about this one.
    await sql`
      update drafts set destination_id = ${destinationId}, text = ${text}, version = ${version}, state = 'draft', answer = null, sending_call_id = null, updated_at = now()
       where tenant_id = ${tenantId} and id = ${id}`;
    if (!options.callId) {
      const facts = { version, previousVersion: before.version };
      await recordAudit(sql, { tenantId, actorId: userId, action: "draft-update", subject: `draft:${id}`, facts });
    }
    return readDraft(sql, ctx, id);
  });
}

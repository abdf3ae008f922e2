import { requireWriter } from "#lib/auth/require-role.ts";
import type { TenantContext } from "#lib/context.ts";
import { findDestination } from "#lib/destinations/find-destination.ts";
import { versionOf } from "#lib/documents/version-of.ts";
import { type DraftId, newId, type ToolCallId } from "#lib/ids.ts";
import { storableText } from "#lib/storable.ts";
import type { DraftDetail } from "./draft-view.ts";
import { readDraft } from "./get-draft.ts";

/**
 * Prepares a message. Nothing leaves the organization by it.
 * @param input.destination the name of a destination
 * @param callId the call by which an agent makes it; the same call again finds what it made
 * @throws AppError 403, 404 for a destination that there is not
 */
export async function createDraft(
  ctx: TenantContext,
  input: { destination: string; text: string },
  callId: ToolCallId,
): Promise<DraftDetail> {
  requireWriter(ctx);
  const { tenantId, userId } = ctx;
  const text = storableText(input.text);
  return ctx.db.sql(async (sql) => {
    const destinationId = await findDestination(sql, ctx, input.destination);
    await sql`
      insert into drafts (tenant_id, id, destination_id, text, version, state, created_by, created_by_call_id, updated_at)
      values (${tenantId}, ${newId<DraftId>()}, ${destinationId}, ${text}, ${versionOf(destinationId, text)}, 'draft', ${userId}, ${callId}, now())
      on conflict (tenant_id, created_by_call_id) do nothing`;
    const [draft] = await sql<[{ id: DraftId }]>`select id from drafts where tenant_id = ${tenantId} and created_by_call_id = ${callId}`;
    return readDraft(sql, ctx, draft.id);
  });
}

import type { TenantSql } from "#db/tenant.ts";
import type { TenantContext } from "#lib/context.ts";
import { addressOf } from "#lib/destinations/destination-address.ts";
import { versionConflict } from "#lib/documents/version-conflict.ts";
import { AppError } from "#lib/errors.ts";
import type { DraftId, ToolCallId } from "#lib/ids.ts";
import { storableText } from "#lib/storable.ts";
import { requireOpen } from "./draft-input.ts";
import { readDraft } from "./get-draft.ts";
import type { DraftAnswer, DraftState } from "./states.ts";

/** What an approval names: this draft, as it was then. */
export interface ApprovedDraft {
  id: DraftId;
  version: string;
}

export interface SendableDraft {
  text: string;
  destination: string;
  /** A secret: for the connection, and for nothing that is stored or said. */
  address: string;
}

/**
 * What would be sent, and where, if it can be now. Changes nothing.
 * @throws AppError 404, 409 `version_conflict` when it is not what was approved, 409 `conflict` when it has gone out, or its destination is gone
 */
export function readSendable(ctx: TenantContext, draft: ApprovedDraft): Promise<SendableDraft> {
  return ctx.db.sql((sql) => sendable(sql, ctx, draft));
}

async function sendable(sql: TenantSql, ctx: TenantContext, { id, version }: ApprovedDraft): Promise<SendableDraft> {
  const { tenantId } = ctx;
  const draft = await readDraft(sql, ctx, id);
  if (draft.version !== version) throw versionConflict("draft", version, draft.version);
  requireOpen(draft, "sent again");
  const { id: destinationId, name, isRemoved } = draft.destination;
  if (isRemoved)
    throw new AppError("conflict", `The destination ${name} was removed. Give the draft another one; that has to be approved anew.`);
  const [row] = await sql<[{ encryptedAddress: string | null }]>`
    select encrypted_address as "encryptedAddress" from destinations where tenant_id = ${tenantId} and id = ${destinationId}`;
  const address = addressOf(tenantId, { id: destinationId, ...row });
  if (address === null)
    throw new AppError(
      "conflict",
      `The address of ${name} cannot be read, as after a change of AUTH_SECRET. An owner or admin must set the destination up again.`,
    );
  return { text: draft.text, destination: name, address };
}

/**
 * The ticket: one compare-and-set to `sending`, for this call, of exactly what was approved. Of two calls one gets it; the other is told what became of
 * the draft meanwhile.
 * @throws AppError as `readSendable`
 */
export async function beginSending(ctx: TenantContext, draft: ApprovedDraft, callId: ToolCallId): Promise<void> {
  const { tenantId } = ctx;
  await ctx.db.sql(async (sql) => {
    const [begun] = await sql`
      update drafts d set state = 'sending', sending_call_id = ${callId}, answer = null, updated_at = now()
       where d.tenant_id = ${tenantId} and d.id = ${draft.id} and d.version = ${draft.version} and d.state in ('draft', 'failed') and d.deleted_at is null
         and exists (select 1 from destinations t where t.tenant_id = d.tenant_id and t.id = d.destination_id and t.removed_at is null)
      returning 1`;
    if (begun) return;
    await sendable(sql, ctx, draft);
    throw new AppError("conflict", "Somebody else changed this draft in the same moment. Nothing was sent; look at it again.");
  });
}

/** How the attempt of this call ended. Of another call's nothing is changed. */
export async function endSending(
  { tenantId, db }: TenantContext,
  id: DraftId,
  callId: ToolCallId,
  { state, answer }: { state: Extract<DraftState, "sent" | "failed" | "unknown">; answer: DraftAnswer },
): Promise<void> {
  const stored = { ...answer, body: storableText(answer.body) };
  await db.sql(
    (sql) => sql`
      update drafts set state = ${state}, answer = ${sql.json({ ...stored })}, updated_at = now()
       where tenant_id = ${tenantId} and id = ${id} and state = 'sending' and sending_call_id = ${callId}`,
  );
}

import { z } from "zod";
import { changeFault, expectedVersion } from "#lib/documents/document-input.ts";
import { deleteDraft, undeleteDraft } from "#lib/drafts/delete-draft.ts";
import { draftText } from "#lib/drafts/draft-input.ts";
import { getDraft } from "#lib/drafts/get-draft.ts";
import { updateDraft } from "#lib/drafts/update-draft.ts";
import { tenantRoute } from "#lib/http/tenant-route.ts";
import { parseDraftId } from "#lib/ids.ts";

const params = { id: parseDraftId };
const body = z
  .strictObject({
    text: draftText.optional(),
    /** By its name. */
    destination: z.string().trim().min(1).max(200).optional(),
    expectedVersion: expectedVersion.optional(),
    deleted: z.literal(false).optional(),
  })
  .refine((change) => changeFault(change) === null, { error: ({ input }) => changeFault(input as Record<string, unknown>) ?? undefined });

export const GET = tenantRoute({ params }, ({ ctx, params }) => getDraft(ctx, params.id));

/** Another message in place of the one that was read, or `deleted: false`, which undoes a deletion. */
export const PATCH = tenantRoute({ params, body }, ({ ctx, params, body }) => {
  const { deleted, expectedVersion = "", ...change } = body;
  return deleted === false ? undeleteDraft(ctx, params.id) : updateDraft(ctx, { id: params.id, expectedVersion, ...change });
});

export const DELETE = tenantRoute({ params }, async ({ ctx, params }) => {
  await deleteDraft(ctx, params.id);
  return undefined;
});

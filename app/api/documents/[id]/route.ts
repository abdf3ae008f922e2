import { z } from "zod";
import { deleteDocument, undeleteDocument } from "#lib/documents/delete-document.ts";
import { changeFault, documentText, documentTitle, expectedVersion, MAX_BODY_BYTES } from "#lib/documents/document-input.ts";
import { getDocument } from "#lib/documents/get-document.ts";
import { updateDocument } from "#lib/documents/update-document.ts";
import { tenantRoute } from "#lib/http/tenant-route.ts";
import { parseDocumentId } from "#lib/ids.ts";

const params = { id: parseDocumentId };
const body = z
  .strictObject({
    title: documentTitle.optional(),
    text: documentText.optional(),
    expectedVersion: expectedVersion.optional(),
    deleted: z.literal(false).optional(),
  })
  .refine((change) => changeFault(change) === null, { error: ({ input }) => changeFault(input as Record<string, unknown>) ?? undefined });

export const GET = tenantRoute({ params }, ({ ctx, params }) => getDocument(ctx, params.id));

/** A new version in place of the one that was read, or `deleted: false`, which undoes a deletion. */
export const PATCH = tenantRoute({ params, body, maxBodyBytes: MAX_BODY_BYTES }, ({ ctx, params, body }) => {
  const { deleted, expectedVersion = "", ...change } = body;
  return deleted === false ? undeleteDocument(ctx, params.id) : updateDocument(ctx, { id: params.id, expectedVersion, ...change });
});

export const DELETE = tenantRoute({ params }, async ({ ctx, params }) => {
  await deleteDocument(ctx, params.id);
  return undefined;
});

import { z } from "zod";
import { expectedVersion } from "#lib/documents/document-input.ts";
import { parseVersionNumber } from "#lib/documents/get-version.ts";
import { restoreVersion } from "#lib/documents/update-document.ts";
import { tenantRoute } from "#lib/http/tenant-route.ts";
import { parseDocumentId } from "#lib/ids.ts";

const params = { id: parseDocumentId, number: parseVersionNumber };
const body = z.strictObject({ expectedVersion });

/** Makes an earlier version the newest, when the document is still what the caller has read. */
export const POST = tenantRoute({ params, body }, ({ ctx, params, body }) => restoreVersion(ctx, { ...params, ...body }));

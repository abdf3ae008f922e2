import { getVersion, parseVersionNumber } from "#lib/documents/get-version.ts";
import { tenantRoute } from "#lib/http/tenant-route.ts";
import { parseDocumentId } from "#lib/ids.ts";

const params = { id: parseDocumentId, number: parseVersionNumber };

export const GET = tenantRoute({ params }, ({ ctx, params }) => getVersion(ctx, params));

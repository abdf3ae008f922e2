import { listVersions } from "#lib/documents/list-versions.ts";
import { tenantRoute } from "#lib/http/tenant-route.ts";
import { parseDocumentId } from "#lib/ids.ts";
import { listQuery } from "#lib/paging/list-query.ts";

export const GET = tenantRoute({ params: { id: parseDocumentId }, query: listQuery({}) }, ({ ctx, params, query }) =>
  listVersions(ctx, { id: params.id, ...query }),
);

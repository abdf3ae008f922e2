import { revokeGrant } from "#lib/grants/revoke-grant.ts";
import { tenantRoute } from "#lib/http/tenant-route.ts";
import { parseGrantId } from "#lib/ids.ts";

export const DELETE = tenantRoute({ params: { id: parseGrantId } }, ({ ctx, params }) => revokeGrant(ctx, params.id));

import { removeDestination } from "#lib/destinations/remove-destination.ts";
import { tenantRoute } from "#lib/http/tenant-route.ts";
import { parseDestinationId } from "#lib/ids.ts";

export const DELETE = tenantRoute({ roles: ["owner", "admin"], params: { id: parseDestinationId } }, async ({ ctx, params }) => {
  await removeDestination(ctx, params.id);
  return undefined;
});

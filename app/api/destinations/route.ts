import { z } from "zod";
import { addDestination } from "#lib/destinations/add-destination.ts";
import { destinationName } from "#lib/destinations/destination-name.ts";
import { listDestinations } from "#lib/destinations/list-destinations.ts";
import { json } from "#lib/http/answer.ts";
import { tenantRoute } from "#lib/http/tenant-route.ts";
import { webhookAddress } from "#lib/net/webhook-address.ts";
import { listQuery } from "#lib/paging/list-query.ts";

const body = z.strictObject({ name: destinationName, address: webhookAddress });

export const GET = tenantRoute({ query: listQuery({}) }, ({ ctx, query }) => listDestinations(ctx, query));

/** The address is not answered, here or anywhere else. */
export const POST = tenantRoute({ roles: ["owner", "admin"], body, takesBodyLiterally: true }, async ({ ctx, body }) =>
  json(await addDestination(ctx, body), 201),
);

import { z } from "zod";
import { tenantRoute } from "#lib/http/tenant-route.ts";
import { getPrices } from "#lib/prices/get-prices.ts";
import { modelPricesSchema } from "#lib/prices/model-price.ts";
import { putPrices } from "#lib/prices/put-prices.ts";

const body = z.strictObject({ items: modelPricesSchema, version: z.int().positive().optional() });

/** What the tokens of each model cost the organization, in US dollars a million. */
export const GET = tenantRoute({}, ({ ctx }) => getPrices(ctx));

/** Puts new prices in force, all of them. Send `version` as it was read, and nobody's change is overwritten. */
export const PUT = tenantRoute({ roles: ["owner", "admin"], body }, ({ ctx, body }) => putPrices(ctx, body));

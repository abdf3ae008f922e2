import type { TenantContext } from "#lib/context.ts";
import { loadPrices, type PricesInForce } from "./load-prices.ts";

/** The prices of the organization, for everybody in it. */
export function getPrices(ctx: TenantContext): Promise<PricesInForce> {
  return ctx.db.sql((sql) => loadPrices(sql, ctx.tenantId));
}

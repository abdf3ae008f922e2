import { recordAudit } from "#lib/audit/record-audit.ts";
import { requireRole } from "#lib/auth/require-role.ts";
import type { TenantContext } from "#lib/context.ts";
import { lockVersions, requireVersion } from "#lib/settings-version.ts";
import { loadPrices, type PricesInForce } from "./load-prices.ts";
import type { ModelPrice } from "./model-price.ts";

export interface NewPrices {
  items: ModelPrice[];
  /** The one that the change was made from; another one in force is 409 `version_conflict`. */
  version?: number | undefined;
}

/**
 * Puts new prices in force, all of them, for every model step from now on. What was paid before stays as it was counted.
 * @throws AppError 403, 409 `version_conflict`
 */
export async function putPrices(ctx: TenantContext, { items, version }: NewPrices): Promise<PricesInForce> {
  requireRole(ctx, "owner", "admin");
  const { tenantId, userId } = ctx;
  return ctx.db.sql(async (sql) => {
    await lockVersions(sql, tenantId, "prices");
    const before = await loadPrices(sql, tenantId);
    requireVersion("prices", before.version, version);
    await sql`
      insert into model_prices (tenant_id, version, prices, created_by)
      values (${tenantId}, ${before.version + 1}, ${sql.json(items as never)}, ${userId})`;
    await recordAudit(sql, {
      tenantId,
      actorId: userId,
      action: "prices-change",
      subject: `prices:${before.version + 1}`,
      facts: { from: before.items, to: items },
    });
    return loadPrices(sql, tenantId);
  });
}

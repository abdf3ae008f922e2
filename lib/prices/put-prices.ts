import { recordAudit } from "#lib/audit/record-audit.ts";
import { requireRole } from "#lib/auth/require-role.ts";
import type { TenantContext } from "#lib/context.ts";
import { AppError } from "#lib/errors.ts";
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
    // One writer at a time an organization, so that versions have no gaps and nobody overwrites what they did not see.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`prices ${tenantId}`}, 0))`;
    const before = await loadPrices(sql, tenantId);
    if (version !== undefined && version !== before.version) {
      throw new AppError(
        "version_conflict",
        `The prices are at version ${before.version} now; the change was made from version ${version}. Load them again.`,
        { current: before.version },
      );
    }
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

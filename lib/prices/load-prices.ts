import type { TenantSql } from "#db/tenant.ts";
import type { TenantId } from "#lib/ids.ts";
import type { ModelPrice } from "./model-price.ts";

/** The prices in force. `version` grows with every change; 1 is none at all, which an organization begins with. */
export interface PricesInForce {
  version: number;
  items: ModelPrice[];
  changedAt: Date | null;
  changedByName: string | null;
}

/** Read inside the caller's transaction. */
export async function loadPrices(sql: TenantSql, tenantId: TenantId): Promise<PricesInForce> {
  const [row] = await sql<PricesInForce[]>`
    select p.version, p.prices as items, p.created_at as "changedAt", u.name as "changedByName"
      from model_prices p left join users u on u.id = p.created_by
     where p.tenant_id = ${tenantId} order by p.version desc limit 1`;
  return row ?? { version: 1, items: [], changedAt: null, changedByName: null };
}

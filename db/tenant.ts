import type { TenantId } from "#lib/ids.ts";
import { inTransaction, type Statements, type Work } from "./transaction.ts";

export type TenantSql = Statements;

/**
 * The database as one organization may see it: the only handle that product code can get. Every statement runs in a transaction in which
 * `app.tenant_id` is set, and row-level security (forced, under a role that owns nothing) hides all other rows.
 */
export interface TenantDb {
  readonly tenantId: TenantId;
  /** One transaction. Throws roll it back; statements that are not awaited one by one travel together. */
  sql<T>(work: (sql: TenantSql) => Promise<T>): Promise<T>;
  /** The same for the few statements that every run repeats: each is planned once a connection, whatever its values are. */
  hot<T>(work: Work<T>): Promise<T>;
}

export function tenantDb(tenantId: TenantId): TenantDb {
  return {
    tenantId,
    sql(work) {
      return inTransaction(["app.tenant_id", tenantId], work);
    },
    hot(work) {
      return inTransaction(["app.tenant_id", tenantId], work, "force_generic_plan");
    },
  };
}

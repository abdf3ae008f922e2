import { sql as statement } from "drizzle-orm";
import type { PostgresJsTransaction } from "drizzle-orm/postgres-js";
import type { TenantId } from "#lib/ids.ts";
import { connections } from "./client.ts";
import type * as schema from "./schema/index.ts";
import { inTransaction, type Statements, type Work } from "./transaction.ts";

export type TenantTx = PostgresJsTransaction<typeof schema, ReturnType<typeof connections>["orm"]["_"]["schema"] & object>;
export type TenantSql = Statements;

/**
 * The database as one organization may see it: the only handle that product code can get. Every statement runs in a transaction in which
 * `app.tenant_id` is set, and row-level security (forced, under a role that owns nothing) hides all other rows.
 */
export interface TenantDb {
  readonly tenantId: TenantId;
  /** One transaction with Drizzle. Throws roll it back. */
  tx<T>(work: (tx: TenantTx) => Promise<T>): Promise<T>;
  /** One transaction with raw SQL, for hot paths: statements that are not awaited one by one travel together. */
  sql<T>(work: (sql: TenantSql) => Promise<T>): Promise<T>;
  /** The same for the few statements that every run repeats: each is planned once a connection, whatever its values are. */
  hot<T>(work: Work<T>): Promise<T>;
}

export function tenantDb(tenantId: TenantId): TenantDb {
  return {
    tenantId,
    tx(work) {
      return connections().orm.transaction(async (tx) => {
        await tx.execute(statement`select set_config('app.tenant_id', ${tenantId}, true)`);
        return work(tx as unknown as TenantTx);
      });
    },
    sql(work) {
      return inTransaction(["app.tenant_id", tenantId], work);
    },
    hot(work) {
      return inTransaction(["app.tenant_id", tenantId], work, "force_generic_plan");
    },
  };
}

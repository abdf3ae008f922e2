import type postgres from "postgres";
import { inTransaction, onSystemLane, type Statements } from "./transaction.ts";

const SYSTEM_SCOPE = ["app.scope", "system"] as const;

/**
 * Across organizations: sign-in by e-mail, API keys by hash, due schedules, runs that nobody drives. Row-level security lets this scope
 * into the few tables that need it (`SYSTEM_TABLES` in `db/security.ts`) and no others. Callers carry ids away and open a tenant
 * handle for everything else.
 */
export function systemSql<T>(work: (sql: Statements) => Promise<T>): Promise<T> {
  return inTransaction(SYSTEM_SCOPE, work);
}

/** One statement in that scope, in a single round trip: for what every request asks. */
export function systemStatement<T extends readonly unknown[]>(
  statement: (sql: Statements) => postgres.PendingQuery<T & postgres.MaybeRow[]>,
): Promise<T> {
  return onSystemLane(statement);
}

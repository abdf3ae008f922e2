import type postgres from "postgres";
import { connections } from "./client.ts";

type SystemSql = postgres.TransactionSql<{ int8: number }>;

/**
 * Across organizations: sign-in by e-mail, API keys by hash, due schedules, runs that nobody drives. Row-level security lets this scope
 * into the few tables that need it (`SYSTEM_TABLES` in `db/security.ts`) and no others. Callers carry ids away and open a tenant
 * handle for everything else.
 */
export function systemSql<T>(work: (sql: SystemSql) => Promise<T>): Promise<T> {
  return connections().raw.begin((sql) => {
    const set = sql`select set_config('app.scope', 'system', true)`.execute();
    const result = work(sql as SystemSql);
    return Promise.all([set, result]).then(([, value]) => value);
  }) as Promise<T>;
}

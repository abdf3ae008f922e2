import type { Statements } from "./transaction.ts";

/** SQL: until the transaction ends, whoever locks the same words waits. Held by no row, so that it holds also for rows that are not there yet. */
export function lock(sql: Statements, words: string) {
  return sql`select pg_advisory_xact_lock(hashtextextended(${words}, 0))`;
}

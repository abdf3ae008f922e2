import type { Statements } from "./transaction.ts";

/** Our numbers among PostgreSQL's advisory locks, the same in every version. (`db/presence.ts` holds locks of two halves, which are none of these.) */
export const LOCKS = { migration: 7_228_341, callStatistics: 7_228_342, runStatistics: 7_228_343, preparation: 7_228_344 } as const;

/** SQL: until the transaction ends, whoever locks the same words waits. Held by no row, so that it holds also for rows that are not there yet. */
export function lock(sql: Statements, words: string) {
  return sql`select pg_advisory_xact_lock(hashtextextended(${words}, 0))`;
}

import { systemSql } from "#db/system.ts";
import type { Statements } from "#db/transaction.ts";

/** Rows merged in one transaction: long enough to be worth it, short enough to be no burden. */
const BATCH = 5_000;

/**
 * Runs `merge` until it finds less than a whole batch, each time in a transaction of its own across organizations. Of any number of processes one
 * works at a time, the others answer at once.
 *
 * @param lock the one of `LOCKS` for this kind of rows
 * @param merge answers how many delta rows it took, `batch` at most
 * @returns how many were taken here
 */
export async function mergeInBatches(
  lock: number,
  batch: number | undefined = BATCH,
  merge: (sql: Statements, batch: number) => Promise<number>,
): Promise<{ merged: number }> {
  let merged = 0;
  for (;;) {
    const taken = await systemSql(async (sql) => {
      const [row] = await sql<{ isOurs: boolean }[]>`select pg_try_advisory_xact_lock(${lock}) as "isOurs"`;
      return row?.isOurs ? merge(sql, batch) : 0;
    });
    merged += taken;
    if (taken < batch) return { merged };
  }
}

import type postgres from "postgres";
import { connections } from "./client.ts";

/** Statements of one open transaction. Those that are not awaited one by one travel together. */
export type Statements = postgres.ISql<{ int8: number }>;

/**
 * One transaction on a connection of its own, with as few round trips as there are waits in `work`: `begin`, the setting that opens the rows,
 * and the first statements of `work` are sent in one go. (`sql.begin` of the driver waits for `begin` by itself.)
 *
 * @param setting a parameter of row-level security, set for this transaction alone
 */
export async function inTransaction<T>(setting: readonly [name: string, value: string], work: (sql: Statements) => Promise<T>): Promise<T> {
  const sql = await connections().raw.reserve();
  try {
    const opened = Promise.all([sql`begin`.execute(), sql`select set_config(${setting[0]}, ${setting[1]}, true)`.execute()]);
    // Observed below in any case; without this an early failure would count as unhandled while `work` still runs.
    opened.catch(() => undefined);
    const result = await work(sql as Statements);
    await opened;
    await sql`commit`;
    return result;
  } catch (error) {
    // A connection that is gone has rolled back by itself.
    await sql`rollback`.catch(() => undefined);
    throw error;
  } finally {
    sql.release();
  }
}

/** The same for one statement that nothing else depends on: a single round trip, the end of the transaction included. */
export async function inOneTrip<T extends readonly unknown[]>(
  setting: readonly [name: string, value: string],
  statement: (sql: Statements) => postgres.PendingQuery<T & postgres.MaybeRow[]>,
): Promise<T> {
  const sql = await connections().raw.reserve();
  try {
    const [, , rows] = await Promise.all([
      sql`begin`.execute(),
      sql`select set_config(${setting[0]}, ${setting[1]}, true)`.execute(),
      statement(sql as Statements).execute(),
      sql`commit`.execute(),
    ]);
    return rows as unknown as T;
  } finally {
    sql.release();
  }
}

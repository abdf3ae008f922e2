import type postgres from "postgres";
import { connections } from "./client.ts";
import type { Lane } from "./lanes.ts";

/** Statements of one open transaction. Those that are not awaited one by one travel together. */
export type Statements = postgres.ISql<{ int8: number }>;

/** A piece of SQL for another statement: made by `sql` and not awaited. */
export type Fragment = postgres.Fragment;

/**
 * One transaction on a connection of its own, with as few round trips as there are waits in `work`: `begin`, the setting that opens the rows,
 * and the first statements of `work` are sent in one go. (`sql.begin` of the driver waits for `begin` by itself.)
 *
 * @param setting a parameter of row-level security, set for this transaction alone
 * @param plans how PostgreSQL plans the statements (`plan_cache_mode`)
 */
export async function inTransaction<T>(
  setting: readonly [name: string, value: string],
  work: (sql: Statements) => Promise<T>,
  plans: "auto" | "force_generic_plan" = "auto",
): Promise<T> {
  const { lanes } = connections();
  const lane = await lanes.take();
  const { sql } = lane;
  try {
    const opened = Promise.all([
      sql`begin`.execute(),
      sql`select set_config(${setting[0]}, ${setting[1]}, true), set_config('plan_cache_mode', ${plans}, true)`.execute(),
    ]);
    // Observed below in any case; without this an early failure would count as unhandled while `work` still runs.
    opened.catch(() => undefined);
    const result = await work(sql);
    await opened;
    // A connection that was lost while nothing was under way took the transaction with it.
    if (lane.isLost) throw new Error("The connection to the database was lost, and the transaction with it.");
    await sql`commit`;
    return result;
  } catch (error) {
    noteLoss(lane, error);
    if (!lane.isLost) await sql`rollback`.catch((failure: unknown) => noteLoss(lane, failure));
    throw error;
  } finally {
    lanes.giveBack(lane);
  }
}

/** One statement by itself on a session that is set to the system scope for good: a single message there and back. */
export async function onSystemLane<T extends readonly unknown[]>(
  statement: (sql: Statements) => postgres.PendingQuery<T & postgres.MaybeRow[]>,
): Promise<T> {
  const { systemLanes } = connections();
  const lane = await systemLanes.take();
  try {
    return (await statement(lane.sql)) as unknown as T;
  } catch (error) {
    noteLoss(lane, error);
    throw error;
  } finally {
    systemLanes.giveBack(lane);
  }
}

/** The driver's codes, those of the system, and PostgreSQL's for a session that it ends (class 57P: shutdown, crash, terminated). */
function noteLoss(lane: Lane, error: unknown): void {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (/^CONNECT|^57P|^E[A-Z]+$/.test(code)) lane.isLost = true;
}

import type postgres from "postgres";
import { connections } from "./client.ts";
import type { Client, Lane } from "./lanes.ts";

/** Statements of one open transaction. Those that are not awaited one by one travel together. */
export type Statements = postgres.ISql<{ int8: number }>;

/** A piece of SQL for another statement: made by `sql` and not awaited. */
export type Fragment = postgres.Fragment;

/**
 * What happens in a transaction. `last` says that nothing is sent after what this turn of the event loop sends: the commit follows on the wire
 * instead of waiting for the answers, which saves a round trip. A statement that fails still takes everything back (PostgreSQL makes a rollback
 * of a commit behind it), an error that `work` throws for itself does not any more; a statement that comes later is refused.
 */
export type Work<T> = (sql: Statements, last: () => void) => Promise<T>;

/**
 * One transaction on a connection of its own, with as few round trips as there are waits in `work`: `begin`, the setting that opens the rows,
 * and the first statements of `work` are sent in one go. (`sql.begin` of the driver waits for `begin` by itself.)
 *
 * @param setting a parameter of row-level security, set for this transaction alone
 * @param plans how PostgreSQL plans the statements (`plan_cache_mode`)
 */
export async function inTransaction<T>(
  setting: readonly [name: string, value: string],
  work: Work<T>,
  plans: "auto" | "force_generic_plan" = "auto",
): Promise<T> {
  const { lanes } = connections();
  const lane = await lanes.take();
  const { sql } = lane;
  const commit = new Commit(sql);
  try {
    const opened = sql.unsafe(opening(setting, plans)).execute();
    // Observed below in any case; without this an early failure would count as unhandled while `work` still runs.
    opened.catch(() => undefined);
    const result = await work(commit.statements, () => commit.sendBehind());
    await opened;
    // A connection that was lost while nothing was under way took the transaction with it.
    if (lane.isLost && !commit.isSent) throw new Error("The connection to the database was lost, and the transaction with it.");
    await commit.send();
    return result;
  } catch (error) {
    noteLoss(lane, error);
    if (commit.isSent) await commit.send().catch((failure: unknown) => noteLoss(lane, failure));
    else if (!lane.isLost) await sql`rollback`.catch((failure: unknown) => noteLoss(lane, failure));
    throw error;
  } finally {
    lanes.giveBack(lane);
  }
}

/** In one message, which the server answers by one: each that wakes a process costs both sides as much as a small query. */
function opening([name, value]: readonly [name: string, value: string], plans: string): string {
  // Without parameters a message may hold several statements.
  if (!/^[\w-]+$/.test(value)) throw new Error(`${name} is no value that stands in a statement as it is.`);
  return `begin; set local ${name} = '${value}'; set local plan_cache_mode = ${plans}`;
}

/** The end of one transaction. */
class Commit {
  /** The transaction's own handle: refuses what would be sent behind its end, where no organization is set. */
  readonly statements: Statements;
  readonly #sql: Client;
  #sent: Promise<void> | null = null;
  #isOver = false;

  constructor(sql: Client) {
    this.#sql = sql;
    this.statements = new Proxy(sql, {
      apply: (target, self, args) => {
        if (this.#isOver) throw new Error("This transaction was sent to its end already; nothing can be added to it.");
        return Reflect.apply(target, self, args);
      },
    });
  }

  get isSent(): boolean {
    return this.#sent !== null;
  }

  /** Behind what is sent in this turn: a query that is awaited goes to the driver a moment after it was made. */
  sendBehind(): void {
    if (this.#sent) return;
    this.#sent = new Promise<void>((resolve) => setImmediate(resolve)).then(() => this.#commit());
    this.#sent.catch(() => undefined);
  }

  send(): Promise<void> {
    this.#sent ??= this.#commit();
    return this.#sent;
  }

  async #commit(): Promise<void> {
    this.#isOver = true;
    const { command } = await this.#sql`commit`;
    if (command !== "COMMIT") throw new Error("A statement of the transaction failed, and nothing of it was kept.");
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

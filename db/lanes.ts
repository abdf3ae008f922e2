import type postgres from "postgres";

/** The driver, with our reading of 64-bit numbers. */
export type Client = postgres.Sql<{ int8: number }>;

/** One connection, in the hands of one transaction at a time. */
export interface Lane {
  readonly sql: Client;
  /** The connection was lost: nothing may be sent through it any more. */
  isLost: boolean;
}

/**
 * A pool whose every place is a client with one connection. The driver (postgres.js 3.4.9) reopens a lost connection in the same object, where
 * the next user meets the error, the unsent bytes and the claims of the one before, and it forgets who waits for it; so here a client that
 * has lost its connection is thrown away, and whoever waits gets a new one.
 */
export class Lanes {
  readonly #open: (onLost: () => void) => Client;
  readonly #max: number;
  readonly #idle: Lane[] = [];
  readonly #all = new Set<Lane>();
  readonly #waiting: ((lane: Lane) => void)[] = [];

  constructor(open: (onLost: () => void) => Client, max: number) {
    this.#open = open;
    this.#max = max;
  }

  take(): Lane | Promise<Lane> {
    const idle = this.#idle.pop();
    if (idle) return idle;
    if (this.#all.size < this.#max) return this.#add();
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  giveBack(lane: Lane): void {
    if (lane.isLost) this.#throwAway(lane);
    const next = this.#waiting.shift();
    if (next) next(lane.isLost ? this.#add() : lane);
    else if (!lane.isLost) this.#idle.push(lane);
  }

  async end(): Promise<void> {
    await Promise.all([...this.#all].map(({ sql }) => sql.end({ timeout: 5 })));
  }

  #add(): Lane {
    const sql = this.#open(() => this.#lose(lane));
    const lane: Lane = { sql, isLost: false };
    this.#all.add(lane);
    return lane;
  }

  /** One in use is thrown away when it comes back. */
  #lose(lane: Lane): void {
    lane.isLost = true;
    const place = this.#idle.indexOf(lane);
    if (place === -1) return;
    this.#idle.splice(place, 1);
    this.#throwAway(lane);
  }

  #throwAway(lane: Lane): void {
    this.#all.delete(lane);
    lane.sql.end({ timeout: 0 }).catch(() => undefined);
  }
}

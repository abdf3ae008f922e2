import type postgres from "postgres";

/** The driver, with our reading of 64-bit numbers. */
export type Client = postgres.Sql<{ int8: number }>;

/** One connection, in the hands of one transaction at a time. */
export interface Lane {
  readonly sql: Client;
  /** By `performance.now()`. */
  readonly openedAt: number;
  /** The connection was lost: nothing may be sent through it any more. */
  isLost: boolean;
}

/** What a client in a lane leaves to it. */
export const BY_LANES = { max: 1, idle_timeout: 0, max_lifetime: null } as const;

const IDLE_MS = 60_000;
/** PostgreSQL's processes grow with the plans that they keep. */
const LIFETIME_MS = 45 * 60_000;

/**
 * A pool whose every place is a client with one connection. The driver (postgres.js 3.4.9) reopens a lost connection in the same object, where
 * the next user meets the error, the unsent bytes and the claims of the one before, and it forgets who waits for it; so here a client that
 * has lost its connection is thrown away, and whoever waits gets a new one. For the same reason connections are closed here, between two users, and
 * not by the driver's timers (`BY_LANES`): a query that came while one of these closed a connection ran on a new one, without what had been set on it.
 */
export class Lanes {
  readonly #open: (onLost: () => void) => Client;
  readonly #max: number;
  readonly #closeAfter: { idleMs: number; lifetimeMs: number };
  readonly #idle: { lane: Lane; closing: NodeJS.Timeout }[] = [];
  readonly #all = new Set<Lane>();
  readonly #waiting: ((lane: Lane) => void)[] = [];

  constructor(open: (onLost: () => void) => Client, max: number, closeAfter = { idleMs: IDLE_MS, lifetimeMs: LIFETIME_MS }) {
    this.#open = open;
    this.#max = max;
    this.#closeAfter = closeAfter;
  }

  take(): Lane | Promise<Lane> {
    const idle = this.#idle.pop();
    if (idle) {
      clearTimeout(idle.closing);
      return idle.lane;
    }
    if (this.#all.size < this.#max) return this.#add();
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  giveBack(lane: Lane): void {
    if (performance.now() - lane.openedAt > this.#closeAfter.lifetimeMs) lane.isLost = true;
    if (lane.isLost) this.#throwAway(lane);
    const next = this.#waiting.shift();
    if (next) next(lane.isLost ? this.#add() : lane);
    else if (!lane.isLost) this.#idle.push({ lane, closing: setTimeout(() => this.#lose(lane), this.#closeAfter.idleMs).unref() });
  }

  async end(): Promise<void> {
    await Promise.all([...this.#all].map(({ sql }) => sql.end({ timeout: 5 })));
  }

  #add(): Lane {
    const sql = this.#open(() => this.#lose(lane));
    const lane: Lane = { sql, openedAt: performance.now(), isLost: false };
    this.#all.add(lane);
    return lane;
  }

  /** One in use is thrown away when it comes back. */
  #lose(lane: Lane): void {
    lane.isLost = true;
    const place = this.#idle.findIndex((idle) => idle.lane === lane);
    if (place === -1) return;
    for (const { closing } of this.#idle.splice(place, 1)) clearTimeout(closing);
    this.#throwAway(lane);
  }

  #throwAway(lane: Lane): void {
    this.#all.delete(lane);
    lane.sql.end({ timeout: 0 }).catch(() => undefined);
  }
}

import { EventEmitter } from "node:events";
import postgres from "postgres";
import { applicationUrl } from "#db/client.ts";
import { singleton } from "#lib/singleton.ts";
import { CHANNEL, type Notice } from "./notify.ts";

interface HubEvents {
  notice: [Notice];
  /** The connection was made again: notices may have been missed, so look at the rows. */
  resync: [];
  /** This process stops: streams close, drivers hand their runs over. */
  shutdown: [];
}

/** This process's ear: one LISTEN connection, whatever the number of readers. */
export class Hub extends EventEmitter<HubEvents> {
  #sql: postgres.Sql | null = null;
  #listening: Promise<void> | null = null;
  isShuttingDown = false;

  /** Resolves when notices arrive. Safe to call often. */
  listen(): Promise<void> {
    this.#listening ??= this.#open();
    return this.#listening;
  }

  shutdown(): void {
    this.isShuttingDown = true;
    this.emit("shutdown");
  }

  async close(): Promise<void> {
    const sql = this.#sql;
    this.#sql = null;
    this.#listening = null;
    await sql?.end({ timeout: 2 });
  }

  async #open(): Promise<void> {
    const sql = postgres(applicationUrl(), { max: 1, idle_timeout: 0, onnotice: () => undefined, fetch_types: false });
    this.#sql = sql;
    // postgres.js reconnects a listener by itself, and calls `onlisten` each time.
    await sql.listen(
      CHANNEL,
      (payload) => this.emit("notice", JSON.parse(payload) as Notice),
      () => this.emit("resync"),
    );
  }
}

export function hub(): Hub {
  return singleton("hub", () => new Hub().setMaxListeners(0));
}

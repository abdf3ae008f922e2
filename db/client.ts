import { drizzle } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import { env } from "#lib/env.ts";
import { forgetSingleton, singleton } from "#lib/singleton.ts";
import { Lanes } from "./lanes.ts";
import * as schema from "./schema/index.ts";

/**
 * The connections of this process, under the application's role. `lanes` carry the transactions of tenant handles and of the system scope;
 * `orm` is Drizzle's own pool, because it rewires a client's JSON and date handling; `raw` is for single statements outside of both. For
 * `db/` alone; product code gets a tenant handle.
 */
export function connections() {
  return singleton("connections", () => open(applicationUrl()));
}

/** The application role's address. Everything that needs its own connection (LISTEN, the queue) uses this one. */
export function applicationUrl(): string {
  const url = env().COUNTERSIGN_APP_DATABASE_URL;
  if (!url) throw new Error("COUNTERSIGN_APP_DATABASE_URL is not set. Start the product with `npm start`, which prepares the database.");
  return url;
}

export async function closeConnections(): Promise<void> {
  const open = connections();
  forgetSingleton("connections");
  await Promise.all([open.lanes.end(), open.raw.end({ timeout: 5 }), open.ormClient.end({ timeout: 5 })]);
}

/** Our 64-bit columns stay far below 2^53, so a JavaScript number holds them exactly. */
const INT8_AS_NUMBER = { to: 20, from: [20], serialize: String, parse: Number };

function open(url: string) {
  const options = { onnotice: () => undefined, connect_timeout: 10, idle_timeout: 60, fetch_types: false } as const;
  const plain = { ...options, types: { int8: INT8_AS_NUMBER }, transform: { undefined: null } };
  const ormClient = postgres(url, { ...options, max: 8 });
  const raw = postgres(url, { ...plain, max: 2 });
  const lanes = new Lanes((onclose) => postgres(url, { ...plain, max: 1, onclose }), 8);
  return { lanes, raw, ormClient, orm: drizzle(ormClient, { schema }) };
}

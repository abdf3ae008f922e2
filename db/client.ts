import { drizzle } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import { env } from "#lib/env.ts";
import { forgetSingleton, singleton } from "#lib/singleton.ts";
import * as schema from "./schema/index.ts";

/**
 * The connections of this process, under the application's role. Two pools, because Drizzle rewires a client's JSON and date handling:
 * `orm` for verbs, `raw` for the hot statements of the run engine. For `db/` alone; product code gets a tenant handle.
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
  await Promise.all([open.raw.end({ timeout: 5 }), open.ormClient.end({ timeout: 5 })]);
}

/** Our 64-bit columns stay far below 2^53, so a JavaScript number holds them exactly. */
const INT8_AS_NUMBER = { to: 20, from: [20], serialize: String, parse: Number };

function open(url: string) {
  const options = { onnotice: () => undefined, connect_timeout: 10, idle_timeout: 60, fetch_types: false } as const;
  const ormClient = postgres(url, { ...options, max: 8 });
  // With `fetch_types: false` the driver (3.4.9) never answers a `reserve` that has to open its connection first.
  const raw = postgres(url, { ...options, fetch_types: true, max: 8, types: { int8: INT8_AS_NUMBER }, transform: { undefined: null } });
  return { raw, ormClient, orm: drizzle(ormClient, { schema }) };
}

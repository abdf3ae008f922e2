import postgres from "postgres";
import { env } from "#lib/env.ts";
import { forgetSingleton, singleton } from "#lib/singleton.ts";
import { BY_LANES, type Client, Lanes } from "./lanes.ts";

/**
 * The connections of this process, under the application's role. `lanes` carry the transactions of tenant handles and of the system scope,
 * `systemLanes` single statements of that scope alone, which their sessions are set to for good; `raw` is for single statements outside of
 * both. For `db/` alone; product code gets a tenant handle.
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
  await Promise.all([open.lanes.end(), open.systemLanes.end(), open.raw.end({ timeout: 5 })]);
}

/** Our 64-bit columns stay far below 2^53, so a JavaScript number holds them exactly. */
const INT8_AS_NUMBER = { to: 20, from: [20], serialize: String, parse: Number };

function open(url: string) {
  const types = { types: { int8: INT8_AS_NUMBER }, transform: { undefined: null }, fetch_types: false };
  const options = { connect_timeout: 10, ...types, onnotice: () => undefined };
  const raw = postgres(url, { ...options, max: 2, idle_timeout: 60 });
  const openLane = (onclose: () => void) => postgres(url, { ...options, ...BY_LANES, onclose });
  const lanes = new Lanes(openLane, 8);
  const systemLanes = new Lanes((onclose) => inSystemScope(openLane(onclose)), 4);
  return { lanes, systemLanes, raw };
}

/** First on the wire of a new session. When it fails the session sees no rows at all. */
function inSystemScope(sql: Client): Client {
  sql`select set_config('app.scope', 'system', false)`.execute().catch(() => undefined);
  return sql;
}

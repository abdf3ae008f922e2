import { isIP } from "node:net";
import { storableText } from "#lib/storable.ts";
import type { Visit } from "./start-session.ts";

/**
 * Where a request came from. The server adds the socket's address to `x-forwarded-for` when no proxy did; behind a proxy the last entry
 * is the one that the proxy saw itself. Earlier entries are the client's own words.
 */
export function visitOf(headers: Headers): Visit {
  const last = headers.get("x-forwarded-for")?.split(",").at(-1)?.trim() ?? "";
  const address = isIP(last) ? last.toLowerCase().replace(/^::ffff:(?=\d+\.)/, "") : "unknown";
  const userAgent = headers.get("user-agent");
  return { address, userAgent: userAgent === null ? null : storableText(userAgent.slice(0, 400)) };
}

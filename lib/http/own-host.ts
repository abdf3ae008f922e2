import { env } from "#lib/env.ts";
import { AppError } from "#lib/errors.ts";
import { requireSameOrigin } from "./same-origin.ts";

const THIS_MACHINE = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i;
/** What a proxy in front adds, and no page of a browser can. */
const OF_A_PROXY = ["x-forwarded-for", "x-forwarded-proto", "x-forwarded-host", "forwarded"];

/**
 * Refuses what a page of another site makes a browser send, also one whose name was made to lead to this machine (DNS rebinding): an `Origin` that is
 * not ours, and on a server that listens on this machine alone a `Host` that is not this machine, unless a proxy says that it is in between.
 * @throws AppError 403 `cross_origin`
 */
export function requireOwnHost(headers: Headers): void {
  if (headers.has("origin")) requireSameOrigin(headers);
  const isBehindProxy = OF_A_PROXY.some((name) => headers.has(name));
  const listensHere = THIS_MACHINE.test(env().HOST);
  if (!listensHere || isBehindProxy || THIS_MACHINE.test(headers.get("host") ?? "")) return;
  throw new AppError(
    "cross_origin",
    "This server listens on this machine alone, and the Host header names another. Is a proxy in front? It must send X-Forwarded-For.",
  );
}

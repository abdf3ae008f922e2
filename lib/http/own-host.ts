import { isHttps } from "#lib/auth/own-origin.ts";
import { env } from "#lib/env.ts";
import { AppError } from "#lib/errors.ts";
import { requireSameOrigin } from "./same-origin.ts";

const THIS_MACHINE = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i;
const LOOPBACK = /^(?:(?:::ffff:)?127(?:\.\d{1,3}){3}|::1)$/i;

/**
 * Refuses what a page of another site makes a browser send, also one whose name was made to lead to this machine (DNS rebinding): an `Origin` that is
 * not ours, and on a server that listens on this machine alone a `Host` that is not this machine, unless a proxy says that it is in between. A browser
 * is not believed that: its page may have written so, and cannot leave out the `Origin` that tells of a browser.
 * @throws AppError 403 `cross_origin`
 */
export function requireOwnHost(headers: Headers): void {
  const isOfBrowser = headers.has("origin");
  if (isOfBrowser) requireSameOrigin(headers);
  const listensHere = env().HOST === "::1" || THIS_MACHINE.test(env().HOST);
  if (!listensHere || THIS_MACHINE.test(headers.get("host") ?? "") || (!isOfBrowser && isProxied(headers))) return;
  throw new AppError(
    "cross_origin",
    "This server listens on this machine alone, and the Host header names another. Is a proxy in front? It must send X-Forwarded-For.",
  );
}

/** The server itself fills in what no proxy sent: the address of who connects, which is this machine's here, and `http`. */
function isProxied(headers: Headers): boolean {
  const addresses = (headers.get("x-forwarded-for") ?? "").split(",").map((address) => address.trim());
  return headers.has("forwarded") || isHttps(headers) || addresses.some((address) => address !== "" && !LOOPBACK.test(address));
}

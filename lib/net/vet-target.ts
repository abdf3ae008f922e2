import { isIP } from "node:net";
import { messageOf } from "#lib/errors.ts";
import { classifyAddress } from "./address.ts";
import { type AllowList, withoutTrailingDot } from "./allow-list.ts";
import { BlockedTarget } from "./errors.ts";
import { type Resolver, resolveWithSystem } from "./resolve.ts";
import type { AddressClass } from "./special-ranges.ts";

const USUAL_PORTS: readonly number[] = [80, 443];
/** What an allowed *name* may resolve to besides public addresses. A name that turns to metadata or multicast was not meant. */
const INTRANET_CLASSES: readonly AddressClass[] = ["private", "loopback", "shared", "unique local"];

declare const brand: unique symbol;

/** A URL that may be asked for, and the only addresses that may be dialled for it. Made by `vetTarget` alone; never changes. */
export interface VettedTarget {
  readonly [brand]: "vetted target";
  /** As `URL` writes it: folded, punycode, without the tricks of the text that was given. */
  readonly href: string;
  readonly protocol: "http:" | "https:";
  /** Without brackets. */
  readonly hostname: string;
  readonly port: number;
  readonly addresses: readonly string[];
}

export interface VetOptions {
  allow: AllowList;
  /** Limit of the look-up, in ms. */
  resolveMs?: number;
  /** Ends the waiting for the look-up; rejects with its reason. */
  signal?: AbortSignal;
  /** For tests. */
  resolve?: Resolver;
}

const vetted = new WeakSet<VettedTarget>();

/**
 * Decides whether a URL may be asked for. Exactly one look-up, no connection. Every address of the name must be allowed.
 * @throws BlockedTarget naming the host and the address, also when the name has no address.
 */
export async function vetTarget(text: string, options: VetOptions): Promise<VettedTarget> {
  const { allow } = options;
  const { url, hostname, port } = parseTarget(text, allow);
  const addresses = isIP(hostname) ? [hostname] : await resolveName(hostname, options);
  if (!isIP(hostname)) {
    const isAllowedName = allow.includes(hostname, port);
    for (const address of addresses) refuseUnlessReachable(hostname, address, isAllowedName);
  }
  const target = Object.freeze({ href: url.href, protocol: url.protocol, hostname, port, addresses: Object.freeze([...addresses]) });
  return brandVetted(target);
}

/**
 * Everything about a URL that can be judged without asking anyone: form, scheme, credentials, literal addresses, port.
 * @throws BlockedTarget
 */
export function parseTarget(text: string, allow: AllowList): { url: URL; hostname: string; port: number } {
  const url = URL.parse(text);
  if (!url) throw new BlockedTarget("invalid_url", `Not an absolute URL: ${JSON.stringify(text.slice(0, 200))}`);
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    throw new BlockedTarget("blocked", `The scheme ${url.protocol} is not allowed; http: and https: are`);
  }
  if (url.username !== "" || url.password !== "") {
    throw new BlockedTarget("blocked", `A URL with a user name or password is not allowed; its true host is ${url.hostname}`);
  }
  const hostname = url.hostname.replace(/^\[|\]$/g, "");
  const port = Number(url.port || (url.protocol === "https:" ? 443 : 80));
  if (!allow.includes(url.hostname, port)) {
    refuseLiteral(hostname);
    if (!USUAL_PORTS.includes(port)) throw new BlockedTarget("blocked", `Port ${port} of ${url.hostname} is not allowed; 80 and 443 are`);
  }
  return { url, hostname, port };
}

/** The planted violation: an object that only looks like a target is not one. */
export function isVetted(target: VettedTarget): boolean {
  return vetted.has(target);
}

function refuseLiteral(hostname: string): void {
  const bare = withoutTrailingDot(hostname);
  if (bare === "localhost" || bare.endsWith(".localhost")) {
    throw new BlockedTarget("blocked", `${bare} is 127.0.0.1, which is not a public address (loopback)`); // RFC 6761 §6.3
  }
  if (!isIP(hostname)) return;
  const verdict = classifyAddress(hostname);
  if (!verdict.isPublic) throw new BlockedTarget("blocked", verdict.reason);
  // DNS64 makes these from names; in a URL it only hides an IPv4 address.
  if (verdict.embedded)
    throw new BlockedTarget("blocked", `${verdict.address} is the NAT64 form of ${verdict.embedded}; write that address`);
}

function refuseUnlessReachable(hostname: string, address: string, isAllowedName: boolean): void {
  const verdict = classifyAddress(address);
  if (verdict.isPublic || (isAllowedName && INTRANET_CLASSES.includes(verdict.class))) return;
  throw new BlockedTarget("blocked", `${hostname} does not resolve to public addresses: ${verdict.reason}`);
}

async function resolveName(hostname: string, options: VetOptions): Promise<readonly string[]> {
  const { resolve = resolveWithSystem, resolveMs = 5_000, signal } = options;
  const late = AbortSignal.timeout(resolveMs);
  const end = signal ? AbortSignal.any([signal, late]) : late;
  try {
    const addresses = await Promise.race([resolve(hostname), rejectionOf(end)]);
    if (addresses.length === 0) throw new Error("no address");
    return addresses;
  } catch (error) {
    signal?.throwIfAborted();
    const cause = late.aborted ? `no answer within ${resolveMs} ms` : messageOf(error);
    throw new BlockedTarget("blocked", `${hostname} could not be resolved (${cause})`, { cause: error });
  }
}

function rejectionOf(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}

function brandVetted(target: object): VettedTarget {
  // The one place that makes this type: everything above has judged the fields.
  const result = target as VettedTarget;
  vetted.add(result);
  return result;
}

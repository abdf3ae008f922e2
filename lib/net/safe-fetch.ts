import { isUtf8 } from "node:buffer";
import type { IncomingMessage } from "node:http";
import { type Connector, connectPinned } from "./connect.ts";
import { BlockedTarget, FetchFailure, type Hop } from "./errors.ts";
import { type Body, readBody } from "./read-body.ts";
import { requestVetted } from "./request-vetted.ts";
import { type VetOptions, type VettedTarget, vetTarget } from "./vet-target.ts";

const USER_AGENT = "Mozilla/5.0 (compatible; Countersign)";

export const FETCH_LIMITS = {
  /** From the first connection to the last byte, redirects included. */
  totalMs: 15_000,
  connectMs: 5_000,
  resolveMs: 5_000,
  maxBytes: 2 * 1024 * 1024,
  maxRedirects: 5,
};

export interface FetchOptions extends VetOptions {
  method?: string;
  body?: string;
  /** Media type of `body`. */
  contentType?: string;
  accept?: string;
  signal: AbortSignal;
  /** What speaks against following a redirect to there, in words; asked before anything is looked up. */
  objectionTo?: (next: { url: string; method: string; body: string | undefined }) => Promise<string | null>;
  limits?: Partial<typeof FETCH_LIMITS>;
  /** For tests. */
  connect?: Connector;
}

export interface FetchedResponse extends Body {
  status: number;
  statusText: string;
  /** The raw header value, or an empty string. */
  contentType: string;
  /** The raw header value, or an empty string. */
  retryAfter: string;
  /** Of the last hop. */
  url: string;
  /** Every request in order; the last one is the answer. */
  hops: readonly Hop[];
}

/**
 * Fetches a vetted target. Redirects are followed by hand, at most `maxRedirects`, each vetted anew before it is dialled. Never longer than
 * `totalMs` whatever the server does; the socket is destroyed at the end in every case.
 * @throws FetchFailure with the hops so far. When the caller's signal aborts, its reason.
 */
export async function fetchVetted(target: VettedTarget, options: FetchOptions): Promise<FetchedResponse> {
  const limits = { ...FETCH_LIMITS, ...options.limits };
  const deadline = new AbortController();
  const late = new FetchFailure("timeout", `No complete answer within ${limits.totalMs} ms`);
  const timer = setTimeout(() => deadline.abort(late), limits.totalMs);
  const hops: Hop[] = [];
  try {
    return await follow(target, { ...options, limits, signal: AbortSignal.any([options.signal, deadline.signal]) }, hops);
  } catch (error) {
    if (error instanceof FetchFailure) error.hops = hops;
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

type Following = FetchOptions & { limits: typeof FETCH_LIMITS };

async function follow(first: VettedTarget, options: Following, hops: Hop[]): Promise<FetchedResponse> {
  const { limits, signal } = options;
  let target = first;
  let { method = "GET", body } = options;
  for (;;) {
    const hop: Hop = { url: target.href, status: null };
    hops.push(hop);
    const response = await requestVetted(target, {
      method,
      headers: headersFor(options, body),
      body,
      signal,
      connectMs: limits.connectMs,
      connect: options.connect ?? connectPinned,
    });
    hop.status = response.statusCode ?? 0;
    const next = redirectOf(response, target);
    if (next === null) {
      const { headers, statusMessage: statusText = "" } = response;
      const read = await readBody(response, limits.maxBytes, signal);
      return {
        ...read,
        status: hop.status,
        statusText,
        contentType: headers["content-type"] ?? "",
        retryAfter: headers["retry-after"] ?? "",
        url: target.href,
        hops,
      };
    }
    response.destroy();
    response.socket?.destroy();
    if (hops.length > limits.maxRedirects) throw new FetchFailure("too_many_redirects", `More than ${limits.maxRedirects} redirects`);
    if (becomesGet(hop.status, method)) [method, body] = ["GET", undefined];
    refuseToCarryOn(method, target.href, next);
    const objection = await options.objectionTo?.({ url: next, method, body });
    if (objection) throw new FetchFailure("blocked_redirect", `A redirect was not followed: ${objection}`);
    target = await vetHop(next, options, signal);
  }
}

/** The absolute target of a redirect; null when this is an answer. */
function redirectOf(response: IncomingMessage, target: VettedTarget): string | null {
  const { location } = response.headers;
  if (![301, 302, 303, 307, 308].includes(response.statusCode ?? 0) || location === undefined) return null;
  const text = asUtf8(location);
  return URL.parse(text, target.href)?.href ?? text;
}

/** Node reads headers as Latin-1; servers that write letters beyond ASCII into an address write UTF-8. */
function asUtf8(header: string): string {
  const bytes = Buffer.from(header, "latin1");
  return isUtf8(bytes) ? bytes.toString() : header;
}

/** Fetch standard, HTTP-redirect fetch, step 12. */
function becomesGet(status: number, method: string): boolean {
  return ((status === 301 || status === 302) && method === "POST") || (status === 303 && method !== "GET" && method !== "HEAD");
}

/** Who approved a change approved it for one place. */
function refuseToCarryOn(method: string, from: string, next: string): void {
  const origin = URL.parse(next)?.origin;
  if (method === "GET" || method === "HEAD" || origin === new URL(from).origin) return;
  throw new FetchFailure("blocked_redirect", `A redirect was not followed: the ${method} would go on to ${origin}`);
}

function headersFor(
  { accept = "*/*", contentType = "text/plain;charset=UTF-8" }: FetchOptions,
  body: string | undefined,
): Record<string, string> {
  const headers = { accept, "accept-encoding": "identity", "user-agent": USER_AGENT };
  return body === undefined ? headers : { ...headers, "content-type": contentType, "content-length": String(Buffer.byteLength(body)) };
}

async function vetHop(next: string, options: Following, signal: AbortSignal): Promise<VettedTarget> {
  try {
    return await vetTarget(next, { ...options, resolveMs: options.limits.resolveMs, signal });
  } catch (error) {
    if (!(error instanceof BlockedTarget)) throw error;
    throw new FetchFailure("blocked_redirect", `A redirect was not followed: ${error.message}`, { cause: error });
  }
}

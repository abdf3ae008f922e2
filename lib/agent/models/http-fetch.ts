import * as http from "node:http";
import * as https from "node:https";
import { pipeline, type Readable } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";

const agents = {
  "http:": new http.Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY }),
  "https:": new https.Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY }),
};

/** A model that loads from disk or thinks may be silent for minutes; longer than this means that its server is gone. */
const SILENCE_MS = 300_000;

/**
 * `fetch` for the model providers over `node:http`, with sockets kept alive: measured at 0.6 of the CPU
 * a request and 0.85 a token of the global `fetch`. Serves what the providers use: POST or GET with a string body, streamed answers, abort. Follows no
 * redirects; asks for no compression, and takes it from gateways that compress all the same. Fails as `fetch` does: `TypeError("fetch failed")` with the cause, or the signal's reason.
 */
export const httpFetch: typeof globalThis.fetch = httpFetchWith(() => unchanged);

/** What becomes of a piece of a body. */
export interface Passed<T> {
  /** What the reader gets in its place; nothing for a piece that says nothing by itself. */
  given: readonly T[];
  /** Nothing behind it counts: the body ends here, and its connection is read to its end for a while, to be used again. */
  isLast: boolean;
  /** Nothing more has to come: what may come is waited for a moment, and a connection that breaks meanwhile is an end like any other. */
  mayEnd: boolean;
  /** The piece was more than a sign of life: what `mayEnd` waits for is waited for anew. */
  goesOn: boolean;
  /** The body fails, once the reader has had what came before. */
  failure: Error | undefined;
}

/** Made anew for each body; told its pieces as they come, and undefined at its end. */
export type Filter<T> = (bytes: Uint8Array | undefined) => Passed<T>;

type Url = Parameters<typeof globalThis.fetch>[0];

/** The same, with the bodies of good answers passed through a filter on their way, which costs no stream of its own. */
export function httpFetchWith(newFilter: () => Filter<Uint8Array>): typeof globalThis.fetch {
  return async (url, init) => {
    const incoming = await answerTo(url, init);
    return responseOf(incoming, init?.signal ?? undefined, isGood(incoming) ? newFilter() : beginning());
  };
}

/** The same, for whoever wants no bytes: what the filter makes of a good answer, and the `Response` of any other. */
export async function httpStream<T>(url: Url, init: RequestInit, newFilter: () => Filter<T>): Promise<ReadableStream<T> | Response> {
  const incoming = await answerTo(url, init);
  const signal = init.signal ?? undefined;
  return isGood(incoming) ? bodyOf(plain(incoming), signal, newFilter()) : responseOf(incoming, signal, beginning());
}

function answerTo(url: Url, init: RequestInit = {}): Promise<http.IncomingMessage> {
  const signal = init.signal ?? undefined;
  signal?.throwIfAborted();
  return send(new URL(url instanceof Request ? url.url : url), init, signal, true);
}

function isGood({ statusCode = 500 }: http.IncomingMessage): boolean {
  return statusCode >= 200 && statusCode < 300 && !WITHOUT_BODY.includes(statusCode);
}

function responseOf(incoming: http.IncomingMessage, signal: AbortSignal | undefined, filter: Filter<Uint8Array>): Response {
  const headers = new Headers();
  for (let at = 0; at < incoming.rawHeaders.length; at += 2)
    headers.append(incoming.rawHeaders[at] ?? "", incoming.rawHeaders[at + 1] ?? "");
  const status = incoming.statusCode ?? 500;
  const hasBody = !WITHOUT_BODY.includes(status);
  if (!hasBody) incoming.resume();
  return new Response(hasBody ? bodyOf(plain(incoming), signal, filter) : null, {
    status,
    statusText: incoming.statusMessage ?? "",
    headers,
  });
}

/** A `Response` of these takes no body. */
const WITHOUT_BODY = [204, 205, 304];

const unchanged: Filter<Uint8Array> = (bytes) => ({
  given: bytes ? [bytes] : [],
  isLast: false,
  mayEnd: false,
  goesOn: true,
  failure: undefined,
});

/** What is read of a refusal: providers' code takes all of it into memory, and some servers send without an end. Half of one says enough. */
const MAX_REFUSAL_BYTES = 65_536;

function beginning(): Filter<Uint8Array> {
  let left = MAX_REFUSAL_BYTES;
  return (bytes) => {
    left -= bytes?.length ?? 0;
    return { ...unchanged(bytes && left < 0 ? bytes.subarray(0, bytes.length + left) : bytes), isLast: left <= 0, mayEnd: true };
  };
}

function send(url: URL, init: RequestInit, signal: AbortSignal | undefined, mayRetry: boolean): Promise<http.IncomingMessage> {
  const { request } = url.protocol === "https:" ? https : http;
  // A string goes out in one write together with the head; a buffer would make two.
  const body = typeof init.body === "string" ? init.body : undefined;
  const headers: http.OutgoingHttpHeaders = { "accept-encoding": "identity", ...plainHeaders(init.headers) };
  if (body !== undefined) headers["content-length"] = Buffer.byteLength(body);
  return new Promise((resolve, reject) => {
    const agent = url.protocol === "https:" ? agents["https:"] : agents["http:"];
    const outgoing = request(url, { method: init.method ?? "GET", headers, agent });
    // By hand: the `signal` option watches the whole stream for its end, at a fifth of a request's cost.
    const onAbort = () => outgoing.destroy();
    signal?.addEventListener("abort", onAbort, { once: true });
    outgoing.once("close", () => {
      signal?.removeEventListener("abort", onAbort);
      // Node says no more of a server that switches to another protocol (101). In all other cases this was settled before.
      reject(signal?.aborted ? signal.reason : new TypeError("fetch failed", { cause: new Error("it closed the connection unasked") }));
    });
    outgoing.setTimeout(SILENCE_MS, () => outgoing.destroy(new Error(`no byte for ${SILENCE_MS / 1000} s`)));
    outgoing.once("response", resolve);
    outgoing.once("error", (error: NodeJS.ErrnoException) => {
      if (signal?.aborted) return reject(signal.reason);
      // The server closed an idle socket while our request was on its way: it has read nothing, so it may be sent again.
      if (mayRetry && outgoing.reusedSocket && error.code === "ECONNRESET") return resolve(send(url, init, signal, false));
      reject(new TypeError("fetch failed", { cause: error }));
    });
    outgoing.end(body);
  });
}

function plainHeaders(headers: RequestInit["headers"]): Record<string, string> {
  // The providers pass a plain object; making Headers of it for every request is measurable.
  return headers instanceof Headers || Array.isArray(headers) ? Object.fromEntries(headers) : { ...headers };
}

function plain(incoming: http.IncomingMessage): Readable {
  const decoder = { gzip: createGunzip, "x-gzip": createGunzip, deflate: createInflate, br: createBrotliDecompress }[
    incoming.headers["content-encoding"]?.trim().toLowerCase() ?? ""
  ];
  // The pipeline destroys both with the first that fails; whoever reads hears of it from the last.
  return decoder ? pipeline(incoming, decoder(), () => {}) : incoming;
}

/** Pieces that may wait for the reader. */
const ROOM = 16;
/** How long the rest of a body is waited for after its last piece that counts. */
const DRAIN_MS = 2_000;
/** How long a server that said all it has to may be silent before its body is taken for ended. */
const END_WAIT_MS = 2_000;

function bodyOf<T>(incoming: Readable, signal: AbortSignal | undefined, filter: Filter<T>): ReadableStream<T> {
  return new ReadableStream(new FilteredBody(incoming, signal, filter), { highWaterMark: ROOM });
}

class FilteredBody<T> implements UnderlyingDefaultSource<T> {
  readonly #incoming: Readable;
  readonly #signal: AbortSignal | undefined;
  readonly #filter: Filter<T>;
  /** Nothing more is passed: the body ended, failed, was let go, or fails as soon as its reader has had the rest. */
  #isOver = false;
  #mayEnd = false;
  #endTimer: NodeJS.Timeout | undefined;
  /** What the body fails with as soon as its reader has had the rest. */
  #failure: Error | undefined;

  constructor(incoming: Readable, signal: AbortSignal | undefined, filter: Filter<T>) {
    this.#incoming = incoming;
    this.#signal = signal;
    this.#filter = filter;
  }

  start(controller: ReadableStreamDefaultController<T>): void {
    this.#incoming.on("data", (piece: Uint8Array) => this.#pass(controller, piece));
    this.#incoming.once("end", () => this.#pass(controller, undefined));
    this.#incoming.on("error", (cause) => this.#break(controller, cause));
  }

  pull(controller: ReadableStreamDefaultController<T>): void {
    if (this.#failure) this.#failWhenRead(controller);
    else this.#incoming.resume();
  }

  cancel(): void {
    this.#finish();
    this.#incoming.destroy();
  }

  #pass(controller: ReadableStreamDefaultController<T>, piece: Uint8Array | undefined): void {
    if (this.#isOver) return;
    const { given, isLast, mayEnd, goesOn, failure } = this.#filter(piece);
    for (const one of given) controller.enqueue(one);
    if (failure) {
      this.#finish();
      this.#incoming.destroy();
      this.#failure = failure;
      this.#failWhenRead(controller);
    } else if (isLast || piece === undefined) {
      this.#finish();
      controller.close();
      if (piece) drain(this.#incoming);
    } else {
      this.#expectEnd(controller, mayEnd, goesOn);
      if ((controller.desiredSize ?? 0) <= 0) this.#incoming.pause();
    }
  }

  /** Signs of life that say nothing do not put the end off. */
  #expectEnd(controller: ReadableStreamDefaultController<T>, mayEnd: boolean, goesOn: boolean): void {
    if (!goesOn && mayEnd === this.#mayEnd) return;
    this.#mayEnd = mayEnd;
    clearTimeout(this.#endTimer);
    if (mayEnd) this.#endTimer = setTimeout(() => this.#break(controller, undefined), END_WAIT_MS).unref();
  }

  #break(controller: ReadableStreamDefaultController<T>, cause: unknown): void {
    if (this.#isOver) return;
    if (this.#mayEnd && !this.#signal?.aborted) {
      this.#pass(controller, undefined);
      this.#incoming.destroy();
      return;
    }
    this.#finish();
    controller.error(this.#signal?.aborted ? this.#signal.reason : new TypeError("terminated", { cause }));
  }

  /** An error empties a stream's queue, and would overtake what is still on its way through the provider's streams. */
  #failWhenRead(controller: ReadableStreamDefaultController<T>): void {
    if (controller.desiredSize !== ROOM) return;
    setImmediate(() => setImmediate(() => controller.error(this.#failure)));
  }

  #finish(): void {
    this.#isOver = true;
    clearTimeout(this.#endTimer);
  }
}

/** The answer is whole; how its connection ends is no matter. */
function drain(incoming: Readable): void {
  const timer = setTimeout(() => incoming.destroy(), DRAIN_MS).unref();
  incoming.once("close", () => clearTimeout(timer));
  incoming.resume();
}

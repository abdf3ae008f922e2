import type { IncomingMessage } from "node:http";
import { FetchFailure } from "./errors.ts";
import { decoded } from "./read-body.ts";
import { requestVetted } from "./request-vetted.ts";
import type { VettedTarget } from "./vet-target.ts";

/**
 * The part of the Fetch standard's `fetch` that libraries of protocols use.
 * @param onBodyEnd the answer's body has come to its end, whole or broken
 */
type Fetch = (url: string | URL, init?: RequestInit, onBodyEnd?: () => void) => Promise<Response>;

/** Of a path that a server sends on to: more is no address that a person would compare, but words. */
const MAX_PATH_CHARS = 100;

/**
 * A `fetch` that reaches one vetted target and nothing else, for a library that speaks a protocol over it. Bodies are streamed. No redirect is
 * followed, not on the same host either, so what the headers carry is sent nowhere but here.
 * @param options.maxBytes of one answer, counted after any content encoding was undone
 * @throws FetchFailure, from the call or while the body is read; an abort rejects with the signal's reason
 */
export function vettedFetch(target: VettedTarget, { maxBytes }: { maxBytes: number }): Fetch {
  return async (url, init = {}, onBodyEnd = () => undefined) => {
    if (new URL(url).href !== target.href) throw new FetchFailure("blocked_redirect", `Only ${target.hostname} may be asked`);
    const answer = await requestVetted(target, {
      method: init.method ?? "GET",
      headers: { ...Object.fromEntries(new Headers(init.headers)), "accept-encoding": "identity" },
      body: typeof init.body === "string" ? init.body : undefined,
      signal: init.signal ?? new AbortController().signal,
    });
    const status = answer.statusCode ?? 0;
    refuseRedirect(answer, target);
    const headers = new Headers(Object.entries(answer.headers).map(([name, value]) => [name, String(value)]));
    if ([204, 205, 304].includes(status)) {
      end(answer);
      return new Response(null, { status, headers });
    }
    if (status < 200 || status > 599) throw new FetchFailure("bad_response", `${target.hostname} answered with the status ${status}`);
    return new Response(bodyOf(answer, maxBytes, onBodyEnd), { status, headers });
  };
}

function refuseRedirect(answer: IncomingMessage, target: VettedTarget): void {
  const { location } = answer.headers;
  if (![301, 302, 303, 307, 308].includes(answer.statusCode ?? 0) || location === undefined) return;
  end(answer);
  const to = URL.parse(location, target.href);
  const words =
    to && to.host !== "" ? `${to.protocol}//${to.host}${to.pathname.length > MAX_PATH_CHARS ? "/…" : to.pathname}` : "another address";
  throw new FetchFailure("blocked_redirect", `${target.hostname} sends on to ${words}, which is not followed`);
}

function bodyOf(answer: IncomingMessage, maxBytes: number, onEnd: () => void): ReadableStream<Uint8Array<ArrayBuffer>> {
  const chunks = limited(answer, maxBytes);
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await chunks.next();
        if (!done) return controller.enqueue(new Uint8Array(value));
        controller.close();
      } catch (error) {
        controller.error(error);
      }
      end(answer);
      onEnd();
    },
    cancel: () => end(answer),
  });
}

async function* limited(answer: IncomingMessage, maxBytes: number): AsyncGenerator<Buffer, undefined> {
  let length = 0;
  for await (const chunk of decoded(answer)) {
    length += chunk.length;
    if (length > maxBytes) throw new FetchFailure("too_large", `The answer is longer than ${Math.floor(maxBytes / 1024 ** 2)} MiB`);
    yield chunk;
  }
}

function end(answer: IncomingMessage): void {
  answer.destroy();
  answer.socket?.destroy();
}

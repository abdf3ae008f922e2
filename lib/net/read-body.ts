import type { ClientRequest, IncomingMessage } from "node:http";
import { type Duplex, pipeline, Readable } from "node:stream";
import { constants, createBrotliDecompress, createGunzip, createInflate, createInflateRaw, createZstdDecompress } from "node:zlib";
import { FetchFailure } from "./errors.ts";

export interface Body {
  bytes: Uint8Array;
  /** The body went on after `maxBytes`. */
  isCut: boolean;
}

/** By what the body begins with. */
type MakeDecoder = (first: Buffer) => Duplex;

const DECODERS: Record<string, MakeDecoder> = {
  gzip: () => createGunzip(),
  "x-gzip": () => createGunzip(),
  // Some servers leave zlib's header away, which has 8 in the lower half of its first byte (RFC 1950 §2.2); a raw stream that begins so is none that
  // anybody writes (RFC 1951 §3.2.3).
  deflate: ([first = 0]) => ((first & 0x0f) === 8 ? createInflate() : createInflateRaw()),
  br: () => createBrotliDecompress(),
  // RFC 9659: 8 MiB. Without it an answer of a few bytes may ask for a window of 128.
  zstd: () => createZstdDecompress({ params: { [constants.ZSTD_d_windowLogMax]: 23 } }),
};

/**
 * Reads a body up to a number of bytes, counted after any content encoding was undone; `Content-Length` is not believed. The connection is
 * destroyed when this returns, whatever is still to come.
 * @throws FetchFailure `bad_response` for an unknown or broken encoding, `connection_failed` when the body ends early.
 */
export async function readBody(response: IncomingMessage, maxBytes: number, signal: AbortSignal): Promise<Body> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of decoded(response)) {
      chunks.push(chunk.subarray(0, maxBytes - length));
      length += chunk.length;
      if (length > maxBytes) break;
    }
  } catch (cause) {
    signal.throwIfAborted();
    if (cause instanceof FetchFailure) throw cause;
    const isBroken = cause instanceof Error && "code" in cause && /^(Z_|ZSTD_|ERR_+(BROTLI|ERROR)_)/.test(String(cause.code));
    const message = cause instanceof Error ? cause.message : String(cause);
    throw new FetchFailure(isBroken ? "bad_response" : "connection_failed", `The answer could not be read to its end (${message})`, {
      cause,
    });
  } finally {
    response.destroy();
    response.socket?.destroy();
  }
  signal.throwIfAborted();
  return { bytes: Buffer.concat(chunks), isCut: length > maxBytes };
}

/** An answer to HEAD describes the body that it does not have, its encoding too. */
function hasBody(response: IncomingMessage & { req?: ClientRequest }): boolean {
  return response.req?.method !== "HEAD" && response.statusCode !== 204 && response.statusCode !== 304;
}

/** The body without its content encoding, as it comes. Throws FetchFailure `bad_response` for an encoding that is not known. */
export function decoded(response: IncomingMessage): AsyncIterable<Buffer> {
  const encodings = (response.headers["content-encoding"] ?? "")
    .split(",")
    .map((encoding) => encoding.trim().toLowerCase())
    .filter((encoding) => encoding !== "" && encoding !== "identity");
  const [encoding] = encodings;
  if (encoding === undefined || !hasBody(response)) return response;
  const makeDecoder = Object.hasOwn(DECODERS, encoding) ? DECODERS[encoding] : undefined;
  if (encodings.length > 1 || !makeDecoder)
    throw new FetchFailure("bad_response", `The content encoding ${JSON.stringify(encodings.join(", ").slice(0, 40))} is not supported`);
  return decodedUnlessEmpty(response, makeDecoder);
}

/** Servers name an encoding also for the body that they do not send; to a decoder that is one that was cut. */
async function* decodedUnlessEmpty(response: IncomingMessage, makeDecoder: MakeDecoder): AsyncGenerator<Buffer> {
  const chunks: AsyncIterator<Buffer> = response[Symbol.asyncIterator]();
  const first = await chunks.next();
  if (first.done) return;
  const body = Readable.from(startingWith(first.value, chunks), { objectMode: false });
  // `pipeline` hands a failure of one side to the other; whoever reads sees it on the decoder.
  for await (const chunk of pipeline(body, makeDecoder(first.value), () => {})) yield chunk as Buffer;
}

async function* startingWith(first: Buffer, others: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  yield first;
  yield* { [Symbol.asyncIterator]: () => others };
}

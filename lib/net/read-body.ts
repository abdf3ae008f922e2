import type { ClientRequest, IncomingMessage } from "node:http";
import { type Duplex, pipeline, type Readable } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from "node:zlib";
import { FetchFailure } from "./errors.ts";

export interface Body {
  bytes: Uint8Array;
  /** The body went on after `maxBytes`. */
  isCut: boolean;
}

const DECODERS: Record<string, () => Duplex> = {
  gzip: createGunzip,
  "x-gzip": createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
  zstd: createZstdDecompress,
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
      const bytes = chunk as Buffer;
      chunks.push(bytes.subarray(0, maxBytes - length));
      length += bytes.length;
      if (length > maxBytes) break;
    }
  } catch (cause) {
    signal.throwIfAborted();
    if (cause instanceof FetchFailure) throw cause;
    const isBroken = cause instanceof Error && "code" in cause && String(cause.code).startsWith("Z_");
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

function decoded(response: IncomingMessage): Readable {
  const encodings = (response.headers["content-encoding"] ?? "")
    .split(",")
    .map((encoding) => encoding.trim().toLowerCase())
    .filter((encoding) => encoding !== "" && encoding !== "identity");
  const [encoding] = encodings;
  if (encoding === undefined || !hasBody(response)) return response;
  const makeDecoder = Object.hasOwn(DECODERS, encoding) ? DECODERS[encoding] : undefined;
  if (encodings.length > 1 || !makeDecoder)
    throw new FetchFailure("bad_response", `The content encoding "${encodings.join(", ")}" is not supported`);
  // `pipeline` hands a failure of one side to the other; the reader above sees it on the decoder.
  return pipeline(response, makeDecoder(), () => {});
}

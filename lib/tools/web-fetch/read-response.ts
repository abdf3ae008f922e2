import { createHash } from "node:crypto";
import type { FetchedResponse } from "#lib/net/safe-fetch.ts";
import { describeBinary } from "../describe-binary.ts";
import { decodeText } from "./charset.ts";
import { type ContentKind, contentKind, mediaTypeOf } from "./content-kind.ts";
import { extractPage } from "./extract-page.ts";
import { stripInvisible } from "./invisible.ts";

/** A page of 2 MiB has less; relative links that a page makes absolute could have much more. */
const MAX_TEXT_CHARS = 4_000_000;

/** An answer's body as text, whatever it was. */
export interface ReadableBody {
  kind: ContentKind;
  title: string | null;
  charset: string | null;
  text: string;
  /** The text is not all that the server has (size limit, or binary). */
  isCut: boolean;
  /** SHA-256 of the whole text, in hex: the same on each part means that the page did not change between them. */
  sha256: string;
}

/**
 * Turns a body into text: HTML through the worker thread, other text as it is, binary content as a sentence about it. Invisible characters
 * are gone from all of them.
 * @throws PageTooComplex; an abort rejects with the signal's reason.
 */
export async function readResponse(response: FetchedResponse, signal: AbortSignal): Promise<ReadableBody> {
  const { bytes, contentType, url } = response;
  const kind = contentKind(contentType, bytes);
  if (kind === "binary") return hashed({ kind, title: null, charset: null, text: describeBody(response), isCut: true });
  if (kind === "text") {
    const { text, charset } = decodeText(bytes, contentType, false);
    return hashed({ kind, title: null, charset, text: stripInvisible(text), isCut: response.isCut });
  }
  const page = await extractPage({ bytes, contentType, url, maxChars: MAX_TEXT_CHARS }, signal);
  return hashed({ kind, title: page.title || null, charset: page.charset, text: page.text, isCut: response.isCut || page.isCut });
}

function describeBody({ bytes, contentType, isCut }: FetchedResponse): string {
  const size = `${isCut ? "more than " : ""}${bytes.length.toLocaleString("en")} bytes`;
  const what = describeBinary(bytes);
  const type = mediaTypeOf(contentType);
  return `Binary content, not shown: ${size}${type ? ` of type ${stripInvisible(type).slice(0, 100)}` : ""}${what ? `, by its first bytes ${what}` : ""}.`;
}

function hashed(body: Omit<ReadableBody, "sha256">): ReadableBody {
  return { ...body, sha256: createHash("sha256").update(body.text).digest("hex") };
}

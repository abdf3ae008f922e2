import type { FetchedResponse } from "#lib/net/safe-fetch.ts";
import { statusWords } from "#lib/net/status-words.ts";
import { ToolFailure, type ToolResult } from "#lib/tools/outcome.ts";
import { sliceText } from "../slice-text.ts";
import { findInstructionPhrases, wrapUntrusted } from "../untrusted.ts";
import { mediaTypeOf } from "./content-kind.ts";
import { hostsRead } from "./hosts-read.ts";
import { type ReadableBody, readResponse } from "./read-response.ts";
import { shownUrl } from "./shown-url.ts";

export const MAX_CHARS = 50_000;
const EXCERPT_CHARS = 500;

/**
 * What record and model get of an answer: its facts, and up to 50,000 characters of its text from `offset` on, wrapped as data.
 * `truncated` with a cursor: there is more of this text; without: there is more at the server than a fetch may take, or it is binary.
 * @throws ToolFailure `http_error` for a status of 400 or more, `offset_past_end`; PageTooComplex.
 */
export async function presentResponse(response: FetchedResponse, offset: number, signal: AbortSignal): Promise<ToolResult> {
  const page = await readResponse(response, signal);
  if (response.status >= 400) throw httpFailure(response, page.text);
  if (offset > page.text.length) {
    throw new ToolFailure("offset_past_end", `offset: the text has ${page.text.length} characters`, {
      data: { totalCharacters: page.text.length },
    });
  }
  const { content, next } = sliceText(page.text, offset, MAX_CHARS);
  const data = {
    ...answerFacts(response),
    kind: page.kind,
    title: page.title,
    charset: page.charset,
    bytes: response.bytes.length,
    sha256: page.sha256,
    offset,
    totalCharacters: page.text.length,
    isCut: page.isCut,
    instructionPhrases: findInstructionPhrases(`${page.title ?? ""}\n${content}`),
    content,
  };
  const text = wordsFor(response, page, data, next);
  const said = `${page.title ?? ""}${content}`;
  return { data, text, truncated: next !== null || page.isCut, ...(next === null ? {} : { cursor: next }), ...readFrom(response, said) };
}

function wordsFor(
  response: FetchedResponse,
  page: ReadableBody,
  { offset, content, instructionPhrases }: { offset: number; content: string; instructionPhrases: string[] },
  next: number | null,
): string {
  const headline = [statusWords(response.status), plainType(response.contentType), shownUrl(response.url)]
    .filter((part) => part !== "")
    .join(" · ");
  const notes = [
    page.kind !== "binary" && `Characters ${offset}–${offset + content.length} of ${page.text.length}.`,
    next !== null && `Go on with offset ${next}.`,
    next === null && page.isCut && page.kind !== "binary" && "The page has more than can be fetched.",
    page.kind === "html" && page.text === "" && "It shows no text without its scripts, and none are run.",
  ].filter((note) => note !== false);
  const body = page.title === null ? content : `Title: ${page.title}\n\n${content}`;
  return [headline, notes.join(" "), wrapUntrusted(body, new URL(response.url).host, instructionPhrases)]
    .filter((line) => line !== "")
    .join("\n");
}

/** Who has a part in what the model reads: nobody where the only host that was asked said nothing. */
function readFrom({ hops }: FetchedResponse, said: string): Pick<ToolResult, "readFrom"> {
  return said === "" && hops.length === 1 ? {} : { readFrom: hostsRead(hops) };
}

/** A type as types are written; anything else that the header holds is not repeated. */
function plainType(contentType: string): string {
  return /^[\w.+-]{1,60}\/[\w.+-]{1,100}$/.exec(mediaTypeOf(contentType))?.[0] ?? "";
}

function answerFacts({ status, contentType, url, hops }: FetchedResponse) {
  return { status, contentType, finalUrl: url, hops };
}

function httpFailure(response: FetchedResponse, text: string): ToolFailure {
  const { content: excerpt } = sliceText(text.replace(/\s+/g, " ").trim(), 0, EXCERPT_CHARS);
  const said = excerpt === "" ? "" : `. It says (untrusted): ${JSON.stringify(excerpt)}`;
  const message = `${shownUrl(response.url)} answered ${statusWords(response.status)}${waitWords(response.retryAfter)}${said}`;
  return new ToolFailure("http_error", message, {
    retryable: [502, 503, 504].includes(response.status),
    data: { ...answerFacts(response), content: excerpt },
    ...readFrom(response, excerpt),
  });
}

/** The wait that a server asks for: seconds or an HTTP date (RFC 9110 §10.2.3). Anything else that the header holds is not repeated. */
function waitWords(retryAfter: string): string {
  if (/^\d{1,9}$/.test(retryAfter)) return `, and asks to wait ${Number(retryAfter)} s`;
  const date = /^[A-Za-z]{3,9},? .{1,30}\d{2}:\d{2}/.test(retryAfter) ? Date.parse(retryAfter) : Number.NaN;
  return Number.isNaN(date) ? "" : `, and asks to wait until ${new Date(date).toISOString()}`;
}

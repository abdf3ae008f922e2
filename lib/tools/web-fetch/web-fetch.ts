import { z } from "zod";
import { env } from "#lib/env.ts";
import { type AllowList, parseAllowList } from "#lib/net/allow-list.ts";
import { BlockedTarget, FetchFailure } from "#lib/net/errors.ts";
import { type FetchedResponse, type FetchOptions, fetchVetted } from "#lib/net/safe-fetch.ts";
import { parseTarget, type VettedTarget, vetTarget } from "#lib/net/vet-target.ts";
import { defineTool, type Tool } from "#lib/tools/define-tool.ts";
import { ToolFailure, ToolRefusal, type ToolResult } from "#lib/tools/outcome.ts";
import { PageTooComplex } from "./extract-page.ts";
import { readResponse } from "./read-response.ts";
import { sliceText } from "./slice-text.ts";
import { findInstructionPhrases, wrapUntrusted } from "./untrusted.ts";

const TIMEOUT_MS = 15_000;
const MAX_CHARS = 50_000;
const EXCERPT_CHARS = 500;

const input = z.strictObject({
  url: z.string().min(1).max(8_192).describe("Absolute http or https address."),
  method: z.enum(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"]).optional().describe("GET when left out."),
  body: z.string().max(100_000).optional().describe("Sent as JSON when it is JSON, else as plain text. Not with GET or HEAD."),
  offset: z.number().int().min(0).max(10_000_000).optional().describe("Where to go on in a long page: the cursor of the result before."),
});
type Input = z.output<typeof input>;

/** What tests replace: who resolves and who connects, what is allowed, how long things may take. */
export type WebFetchSeams = Pick<FetchOptions, "resolve" | "connect" | "limits"> & { allow?: AllowList };

export const webFetchTool = makeWebFetchTool();

export function makeWebFetchTool(seams: WebFetchSeams = {}): Tool {
  const allow = (): AllowList => seams.allow ?? configuredAllowList();
  return defineTool<typeof input, VettedTarget>({
    name: "web_fetch",
    version: 1,
    title: "Fetch a web page",
    description:
      "Use it to read a page or an API on the public web whose address you know. Returns the page as text (headings as #, links with their addresses), JSON and plain text as they are, " +
      "with status and final address. Private addresses are refused; 50,000 characters a result (go on with offset), 2 MB, 5 redirects, 15 s; no scripts run, no cookies, binary content is only described.",
    category: "web",
    tags: ["web", "http", "read"],
    effect: "irreversible",
    effectOf: (call) => (isRead(call) ? "read" : "irreversible"),
    requiresApproval: true,
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
    input,
    timeoutMs: TIMEOUT_MS,
    limits: { seconds: 15, charactersPerResult: MAX_CHARS, bytes: "2 MiB", redirects: 5, schemes: "http, https", ports: "80, 443" },
    idempotent: isRead,
    summarize: (call) => `${call.method ?? "GET"} ${foldedUrl(call.url)}`,
    check: (call) => {
      // Empty text says nothing: some models fill in every field.
      if (isRead(call) && call.body) throw new ToolRefusal("invalid_arguments", "body: GET and HEAD carry none");
      refusing(() => parseTarget(call.url, allow()));
    },
    prepare: async (call, { signal }) => vetTarget(call.url, { ...seams, allow: allow(), signal }).catch(refuse),
    run: async (call, context, target) => {
      const signal = AbortSignal.any([context.signal, AbortSignal.timeout(TIMEOUT_MS)]);
      try {
        const response = await fetchVetted(target, { ...seams, ...requestOf(call), allow: allow(), signal });
        return await render(call, response, signal);
      } catch (error) {
        context.signal.throwIfAborted();
        throw failureOf(error);
      }
    },
  });
}

let allowList: AllowList | undefined;

function configuredAllowList(): AllowList {
  allowList ??= parseAllowList(env().WEB_FETCH_ALLOW);
  return allowList;
}

function isRead({ method = "GET" }: Input): boolean {
  return method === "GET" || method === "HEAD";
}

/** The address as it will be dialled: look-alike letters folded, names in punycode. The record keeps what was asked. */
function foldedUrl(text: string): string {
  const href = URL.parse(text)?.href ?? text;
  return href.length > 300 ? `${href.slice(0, 300)}…` : href;
}

function requestOf({ method, body: given }: Input): Pick<FetchOptions, "method" | "body" | "contentType" | "accept"> {
  const body = given === "" ? undefined : given;
  const accept = "text/html,application/xhtml+xml,application/json,text/*;q=0.9,*/*;q=0.5";
  return { method, body, accept, contentType: body !== undefined && isJson(body) ? "application/json" : "text/plain;charset=UTF-8" };
}

async function render(call: Input, response: FetchedResponse, signal: AbortSignal): Promise<ToolResult> {
  const page = await readResponse(response, signal);
  const { offset = 0 } = call;
  if (response.status >= 400) throw httpFailure(response, page.text);
  if (offset > page.text.length) {
    throw new ToolFailure("offset_past_end", `offset: the text has ${page.text.length} characters`, {
      data: { totalCharacters: page.text.length },
    });
  }
  const { content, next } = sliceText(page.text, offset, MAX_CHARS);
  const phrases = findInstructionPhrases(content);
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
    instructionPhrases: phrases,
    content,
  };
  const headline = [`${response.status} ${response.statusText}`.trim(), response.contentType, response.url].filter(Boolean).join(" · ");
  const shown = page.kind === "binary" ? "" : `Characters ${offset}–${offset + content.length} of ${page.text.length}.`;
  const rest =
    next === null ? (page.isCut && page.kind !== "binary" ? "The page has more than can be fetched." : "") : `Go on with offset ${next}.`;
  const body = [page.title ? `Title: ${page.title}` : "", content].filter(Boolean).join("\n\n");
  const text = [headline, [shown, rest].filter(Boolean).join(" "), wrapUntrusted(body, new URL(response.url).host, phrases)]
    .filter(Boolean)
    .join("\n");
  return { data, text, truncated: next !== null || page.isCut, ...(next === null ? {} : { cursor: next }) };
}

function answerFacts({ status, contentType, url, hops }: FetchedResponse) {
  return { status, contentType, finalUrl: url, hops };
}

function httpFailure(response: FetchedResponse, text: string): ToolFailure {
  const { content: excerpt } = sliceText(text.replace(/\s+/g, " ").trim(), 0, EXCERPT_CHARS);
  const said = excerpt === "" ? "" : `. It says (untrusted): ${JSON.stringify(excerpt)}`;
  const message = `${response.url} answered ${`${response.status} ${response.statusText}`.trim()}${said}`;
  return new ToolFailure("http_error", message, {
    retryable: [502, 503, 504].includes(response.status),
    data: { ...answerFacts(response), content: excerpt },
  });
}

const CODE_OF_FAILURE = {
  timeout: "tool_timeout",
  blocked_redirect: "blocked_address",
  too_many_redirects: "too_many_redirects",
  connection_failed: "connection_failed",
  tls_failed: "tls_failed",
  bad_response: "bad_response",
} as const;

function failureOf(error: unknown): unknown {
  if (error instanceof PageTooComplex) return new ToolFailure("page_too_complex", error.message, { cause: error });
  if (error instanceof DOMException && error.name === "TimeoutError") {
    return new ToolFailure("tool_timeout", `No complete answer within ${TIMEOUT_MS} ms`, { retryable: true, cause: error });
  }
  if (!(error instanceof FetchFailure)) return error;
  const path =
    error.hops.length > 1 || error.code === "blocked_redirect" ? ` (asked: ${error.hops.map(({ url }) => url).join(" → ")})` : "";
  return new ToolFailure(CODE_OF_FAILURE[error.code], `${error.message}${path}`, {
    retryable: error.code === "timeout" || error.code === "connection_failed",
    data: { hops: error.hops },
    cause: error,
  });
}

function refusing<T>(decide: () => T): T {
  try {
    return decide();
  } catch (error) {
    return refuse(error);
  }
}

function refuse(error: unknown): never {
  if (!(error instanceof BlockedTarget)) throw error;
  throw new ToolRefusal(error.reason === "invalid_url" ? "invalid_arguments" : "blocked_address", error.message, { cause: error });
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

import { z } from "zod";
import type { AllowList } from "#lib/net/allow-list.ts";
import { configuredAllowList } from "#lib/net/configured-allow-list.ts";
import { BlockedTarget } from "#lib/net/errors.ts";
import { type FetchOptions, fetchVetted } from "#lib/net/safe-fetch.ts";
import { parseTarget, type VettedTarget, vetTarget } from "#lib/net/vet-target.ts";
import { type CallPart, defineTool, type Tool } from "#lib/tools/define-tool.ts";
import { ToolRefusal } from "#lib/tools/outcome.ts";
import { dialledUrl } from "./dialled-url.ts";
import { failureOf } from "./failure-of.ts";
import { MAX_CHARS, presentResponse } from "./present-response.ts";
import { shownUrl } from "./shown-url.ts";

const TIMEOUT_MS = 15_000;

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
    limits: { charactersPerResult: MAX_CHARS, responseSize: "2 MiB", redirects: 5, schemes: "http, https", ports: "80, 443" },
    idempotent: isRead,
    partsOf,
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
        const objectionTo: FetchOptions["objectionTo"] = (next) => context.objectionTo?.({ ...call, ...next }) ?? Promise.resolve(null);
        const response = await fetchVetted(target, { ...seams, ...requestOf(call), objectionTo, allow: allow(), signal });
        return await presentResponse(response, call.offset ?? 0, signal);
      } catch (error) {
        context.signal.throwIfAborted();
        throw failureOf(error);
      }
    },
  });
}

/** A rule on an address is one on every way to write it. What is no address is refused by `check`, in its own words. */
async function partsOf(call: Input): Promise<CallPart[]> {
  const url = dialledUrl(call.url);
  return url === null || url === call.url
    ? []
    : [{ input: { ...call, url }, words: `This is about the address that is meant: ${shownUrl(url)}` }];
}

function isRead({ method = "GET" }: Input): boolean {
  return method === "GET" || method === "HEAD";
}

/** The address as it will be dialled: look-alike letters folded, names in punycode. The record keeps what was asked. */
function foldedUrl(text: string): string {
  return shownUrl(URL.parse(text)?.href ?? text, 300);
}

function requestOf({ method, body: given }: Input): Pick<FetchOptions, "method" | "body" | "contentType" | "accept"> {
  const body = given === "" ? undefined : given;
  const accept = "text/html,application/xhtml+xml,application/json,text/*;q=0.9,*/*;q=0.5";
  return { method, body, accept, contentType: body !== undefined && isJson(body) ? "application/json" : "text/plain;charset=UTF-8" };
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

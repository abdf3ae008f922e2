import { FetchFailure } from "#lib/net/errors.ts";
import { ToolFailure } from "#lib/tools/outcome.ts";
import { PageTooComplex } from "./extract-page.ts";
import { hostsRead } from "./hosts-read.ts";
import { shownUrl } from "./shown-url.ts";

/** The contract's codes for what `lib/net` reports. */
const CODE_OF_FAILURE = {
  timeout: "tool_timeout",
  blocked_redirect: "blocked_address",
  too_many_redirects: "too_many_redirects",
  connection_failed: "connection_failed",
  tls_failed: "tls_failed",
  bad_response: "bad_response",
  too_large: "too_large",
} as const;

/** What the gate records of a fetch that was begun and failed; anything that is no such thing comes back as it is. */
export function failureOf(error: unknown): unknown {
  if (error instanceof PageTooComplex) return new ToolFailure("page_too_complex", error.message, { cause: error });
  if (error instanceof DOMException && error.name === "TimeoutError") {
    return new ToolFailure("tool_timeout", "No complete answer within the time limit", { retryable: true, cause: error });
  }
  if (!(error instanceof FetchFailure)) return error;
  const path =
    error.hops.length > 1 || error.code === "blocked_redirect" ? ` (asked: ${error.hops.map(({ url }) => shownUrl(url)).join(" → ")})` : "";
  return new ToolFailure(CODE_OF_FAILURE[error.code], `${error.message}${path}`, {
    retryable: error.code === "timeout" || error.code === "connection_failed",
    data: { hops: error.hops },
    readFrom: saysOfServer(error) ? hostsRead(error.hops) : undefined,
    cause: error,
  });
}

/** Whether something that a server chose stands in the words: an address to go on to, or a header. */
function saysOfServer({ code, hops }: FetchFailure): boolean {
  return hops.length > 1 || code === "blocked_redirect" || code === "bad_response";
}

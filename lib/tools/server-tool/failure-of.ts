import { ServerFailure } from "#lib/mcp-client/server-failure.ts";
import { ToolFailure } from "../outcome.ts";
import { readableText } from "../readable-text.ts";

const CODE_OF_FAILURE = {
  timeout: "tool_timeout",
  too_large: "too_large",
  blocked: "blocked_address",
  failed: "tool_failed",
} as const satisfies Record<ServerFailure["code"], string>;

/** A failure of that server in the gate's words; what a handler threw knowingly, and an abort, stay what they are. */
export function failureOf(server: string, error: unknown): unknown {
  if (!(error instanceof ServerFailure)) return error;
  const readFrom = error.quotesServer ? { mcp: [server] } : undefined;
  return new ToolFailure(CODE_OF_FAILURE[error.code], readableText(error.message), { readFrom, cause: error });
}

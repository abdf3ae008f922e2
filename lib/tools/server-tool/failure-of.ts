import type { ServerAddress } from "#lib/mcp-client/server-address.ts";
import { ServerFailure } from "#lib/mcp-client/server-failure.ts";
import { ToolFailure } from "../outcome.ts";
import { readableText } from "../readable-text.ts";
import { withoutSecrets } from "./without-secrets.ts";

const CODE_OF_FAILURE = {
  timeout: "tool_timeout",
  too_large: "too_large",
  blocked: "blocked_address",
  failed: "tool_failed",
} as const satisfies Record<ServerFailure["code"], string>;

/** A failure in the gate's words; what a handler threw knowingly, and an abort, stay what they are. */
export function failureOf(error: unknown, address: ServerAddress | null): unknown {
  if (!(error instanceof ServerFailure)) return error;
  const message = withoutSecrets(readableText(error.message), address);
  return new ToolFailure(CODE_OF_FAILURE[error.code], message, { cause: error });
}

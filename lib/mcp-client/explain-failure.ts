import { messageOf } from "#lib/errors.ts";
import { BlockedTarget, FetchFailure } from "#lib/net/errors.ts";
import { statusWords } from "#lib/net/status-words.ts";
import type { Exchange } from "./exchange.ts";
import { ServerFailure } from "./server-failure.ts";

const MAX_CHARS = 300;

/** The failure in our words. What a server wrote stands in it shortened, and never as the reason that we give. */
export function explainFailure(error: unknown, { status, wantsSignIn }: Pick<Exchange, "status" | "wantsSignIn">): ServerFailure {
  const failure = (code: ServerFailure["code"], message: string) => new ServerFailure(code, message, { cause: error });
  if (error instanceof ServerFailure) return error;
  if (error instanceof BlockedTarget) return failure("blocked", `${error.message}.`);
  if (error instanceof FetchFailure) {
    return failure(error.code === "timeout" || error.code === "too_large" ? error.code : "failed", `${error.message}.`);
  }
  if (status === 401 && wantsSignIn) {
    const words = "The server wants a person to sign in (OAuth), which is not supported here.";
    return failure("failed", `${words} If it also takes a token, give that as a header, such as Authorization.`);
  }
  if (status === 401 || status === 403) {
    return failure("failed", `The server refused us: ${statusWords(status)}. Look at its headers, such as Authorization.`);
  }
  if (status !== null && status >= 400) return failure("failed", `The server answered ${statusWords(status)}.`);
  if (isOfProtocol(error)) {
    if (error.code === REQUEST_TIMEOUT) return failure("timeout", "The server did not answer in time.");
    return failure("failed", `The server answered with an error: ${shortened(error.message)}`);
  }
  return failure("failed", `The server did not answer as the protocol has it (${shortened(messageOf(error))}).`);
}

/** JSON-RPC, as the protocol's code numbers it. */
const REQUEST_TIMEOUT = -32_001;

function isOfProtocol(error: unknown): error is Error & { code: number } {
  return error instanceof Error && error.name === "McpError" && "code" in error && typeof error.code === "number";
}

function shortened(text: string): string {
  return text.length > MAX_CHARS ? `${text.slice(0, MAX_CHARS).toWellFormed()}…` : text;
}

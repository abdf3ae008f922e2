import { messageOf } from "#lib/errors.ts";
import { BlockedTarget, FetchFailure } from "#lib/net/errors.ts";
import { statusWords } from "#lib/net/status-words.ts";
import { storableText } from "#lib/storable.ts";
import type { Exchange } from "./exchange.ts";
import { withoutSecrets } from "./secrets-of.ts";
import { ServerFailure } from "./server-failure.ts";

const MAX_CHARS = 300;

/**
 * The failure in our words. What a server wrote stands in it quoted and shortened, without `secrets` that it says again, and never as the reason that we
 * give.
 */
export function explainFailure(
  error: unknown,
  { status, wantsSignIn }: Pick<Exchange, "status" | "wantsSignIn">,
  secrets: readonly string[],
): ServerFailure {
  // What went wrong comes to logs as well.
  const cause = holdsSecret(error, secrets) ? undefined : error;
  const failure = (code: ServerFailure["code"], message: string, quotesServer = false) =>
    new ServerFailure(code, withoutSecrets(message, secrets), { cause, quotesServer });
  const said = (text: string) => JSON.stringify(shortened(storableText(withoutSecrets(text, secrets))));
  if (error instanceof ServerFailure) return error;
  if (error instanceof BlockedTarget) return failure("blocked", `${error.message}.`);
  if (error instanceof FetchFailure) {
    const quotesServer = error.code === "blocked_redirect" || error.code === "bad_response";
    return failure(error.code === "timeout" || error.code === "too_large" ? error.code : "failed", `${error.message}.`, quotesServer);
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
    return failure("failed", `The server answered with an error. It says (untrusted): ${said(error.message)}`, true);
  }
  const isUnreadable = isOfSchema(error);
  const reason = isUnreadable ? "what it sent is no message of JSON-RPC, or lacks a part" : said(messageOf(error));
  return failure("failed", `The server did not answer as the protocol has it (${reason}).`, !isUnreadable);
}

/** JSON-RPC, as the protocol's code numbers it. */
const REQUEST_TIMEOUT = -32_001;

function isOfProtocol(error: unknown): error is Error & { code: number } {
  return error instanceof Error && error.name === "McpError" && "code" in error && typeof error.code === "number";
}

/** What a schema has against it: a list as JSON, which is of use to nobody who reads a sentence. */
function isOfSchema(error: unknown): boolean {
  return error instanceof Error && "issues" in error && Array.isArray(error.issues);
}

function holdsSecret(error: unknown, secrets: readonly string[]): boolean {
  const words = error instanceof Error ? `${error.message} ${error.stack}` : String(error);
  return (
    secrets.some((secret) => words.includes(secret)) ||
    (error instanceof Error && error.cause !== undefined && holdsSecret(error.cause, secrets))
  );
}

function shortened(text: string): string {
  return text.length > MAX_CHARS ? `${text.slice(0, MAX_CHARS).toWellFormed()}…` : text;
}

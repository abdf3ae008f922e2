import { stripVTControlCharacters } from "node:util";
import { APICallError, JSONParseError, TypeValidationError } from "@ai-sdk/provider";
import { env } from "#lib/env.ts";
import { messageOf } from "#lib/errors.ts";
import { redact } from "#lib/redact.ts";
import { ProviderStreamError } from "../provider-stream-error.ts";
import { MAX_QUOTED, wordsOfError } from "../wire/message-json.ts";
import { parseRetryAfterMs } from "./parse-retry-after.ts";
import type { StepErrorCode } from "./step-errors.ts";

export interface Failure {
  code: StepErrorCode;
  /** For a person; the provider's own words are in it, shortened. */
  message: string;
  /** Asking again may help, as long as nothing was said. */
  isRetryable: boolean;
  /** What the provider asked us to wait. */
  retryAfterMs: number | undefined;
}

const MAX_WORDS = 300;
/** So much of what a provider says is looked through for secrets; some repeat the whole request. */
const MAX_READ = 10_000;
/** Local servers take any word for a key; a short one also stands in ordinary sentences. */
const MIN_KEY_CHARS = 8;

/** Sorts whatever a provider throws, or puts into its stream, into a code and a sentence. */
export function describeFailure(error: unknown, nowMs = Date.now()): Failure {
  const said = providerErrorIn(error);
  if (said) return failure(said.code ?? kindOf(0, said.message), said.message);
  // A 2xx stands there when the connection broke while the answer was read.
  if (APICallError.isInstance(error) && (error.statusCode ?? 0) >= 300) {
    const words = wordsOfResponse(error);
    return failure(
      kindOf(error.statusCode ?? 0, `${codeIn(error.data)} ${words}`),
      words,
      error.statusCode,
      parseRetryAfterMs(error.responseHeaders ?? {}, nowMs),
    );
  }
  if (isCutWithoutFinish(error) || isBrokenOff(error)) return connectionCut();
  if (isNetworkError(error)) return failure("connection_failed", rootMessage(error));
  if (error instanceof Error) return failure("bad_answer", wordsOfUnreadable(error));
  const kind = `${codeIn(error)} ${wordsIn(error)}`;
  return failure(kindOf(statusIn(error), kind), wordsIn(error));
}

/** The provider's code wraps what fails while it begins to read. */
function providerErrorIn(error: unknown): ProviderStreamError | undefined {
  if (error instanceof ProviderStreamError) return error;
  return error instanceof Error ? providerErrorIn(error.cause) : undefined;
}

/** A broken connection, whether or not it was the first thing that happened. */
export function connectionCut(): Failure {
  return failure("connection_cut", "the answer ended without a finish");
}

function failure(code: StepErrorCode, words: string, status?: number, retryAfterMs?: number): Failure {
  const isRetryable = RETRYABLE.has(code) || status === 408 || status === 409;
  // Readable first: a secret with a colour's signs in it has no secret's form until they are gone.
  const said = withoutSecrets(readable(words.slice(0, MAX_READ)))
    .slice(0, MAX_WORDS)
    .toWellFormed();
  return { code, message: said ? `${SENTENCES[code]} (${said})` : SENTENCES[code], isRetryable, retryAfterMs };
}

/** Providers repeat a key that they do not know, and what is said here is stored and shown. */
function withoutSecrets(words: string): string {
  const key = env().OPENAI_API_KEY;
  const said = String(redact(words));
  return key && key.length >= MIN_KEY_CHARS ? said.replaceAll(key, "[redacted]") : said;
}

/** On one line, with nothing in it that hides, commands a terminal, or cannot be stored. */
function readable(words: string): string {
  return stripVTControlCharacters(words)
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, " ")
    .trim();
}

const RETRYABLE: ReadonlySet<StepErrorCode> = new Set(["rate_limited", "server_error", "connection_failed", "connection_cut"]);

const SENTENCES: Record<StepErrorCode, string> = {
  rate_limited: "The model's server is limiting requests.",
  quota_exhausted: "The quota at the model's provider is used up.",
  unauthorized: "The model's server refused our key.",
  model_not_found: "The model's server does not know this model or this address.",
  context_too_long: "This chat is too long for the model.",
  bad_request: "The model's server did not accept the request.",
  server_error: "The model's server failed.",
  connection_failed: "The model's server cannot be reached.",
  connection_cut: "The connection to the model broke off.",
  bad_answer: "The model's server gave an answer that cannot be read.",
};

/** What a refused request was answered with. Servers have forms of their own for it, of which the provider's code knows one. */
function wordsOfResponse({ statusCode = 0, message, data, responseBody = "", responseHeaders }: APICallError): string {
  if (statusCode < 400) return `it redirects to ${responseHeaders?.location ?? "another address"}; set that as its address`;
  if (data !== undefined) return message;
  try {
    return wordsOfError(JSON.parse(responseBody)) || message;
  } catch {
    const isPage = responseBody.trimStart().startsWith("<");
    return isPage ? message : responseBody.trim() || message;
  }
}

/** Validators tell programmers what they expected; a person wants to see what came. */
function wordsOfUnreadable(error: Error): string {
  if (JSONParseError.isInstance(error)) return `it sent: ${error.text.slice(0, MAX_QUOTED)}`;
  if (TypeValidationError.isInstance(error)) return `it sent: ${(JSON.stringify(error.value) ?? "").slice(0, MAX_QUOTED)}`;
  return rootMessage(error);
}

/** As OpenAI, vLLM, llama.cpp, LM Studio, Google, Mistral, Anthropic, Bedrock, xAI, Together, TGI, Moonshot and DashScope say it. */
const TOO_LONG =
  /context[ _-]?(length|size|window|limit)|maximum (context|model length|prompt length)|too many tokens|(prompt|input) is too long|token count .{0,60}exceeds|maximum number of tokens|reduce the length|max_new_tokens.{0,9} must be <=|inputs.{0,9} must have less than|model token limit|range of input length/i;
/** OpenAI and Groq call it a limit of their rate when one question has more tokens than a minute allows: no wait makes it fit. */
const OVER_ANY_RATE = /request too large/i;

/** By the code's name first: the same trouble comes as a status, as an event in a stream, and under several names. */
function kindOf(status: number, kind: string): StepErrorCode {
  if (status === 402 || /insufficient_quota|exceeded your current quota|billing/i.test(kind)) return "quota_exhausted";
  if (status === 413 || OVER_ANY_RATE.test(kind)) return "context_too_long";
  if (status === 429 || /rate.?limit|too many requests/i.test(kind)) return "rate_limited";
  if (TOO_LONG.test(kind)) return "context_too_long";
  if (status === 401 || status === 403 || /authentication|invalid_api_key|permission/i.test(kind)) return "unauthorized";
  if (status >= 300 && status < 400) return "bad_request";
  if (status === 404 || /model_not_found|not_found/i.test(kind)) return "model_not_found";
  if (status >= 500 || /overloaded|server_error|unavailable|timeout/i.test(kind)) return "server_error";
  return status >= 400 ? "bad_request" : "server_error";
}

function isCutWithoutFinish(error: unknown): boolean {
  return error instanceof Error && error.message.includes("without a finish reason");
}

/** What `fetch` throws in the middle of an answer; the provider's code wraps what happens while it begins to read. */
function isBrokenOff(error: unknown): boolean {
  return error instanceof Error && (error.message === "terminated" || isBrokenOff(error.cause));
}

const NETWORK_CODES = /^(ECONN|ENOTFOUND|EAI_|EPIPE|ETIMEDOUT|EHOST|ENET|UND_ERR_|ERR_TLS|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)/;

function isNetworkError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ("code" in error && typeof error.code === "string" && NETWORK_CODES.test(error.code)) return true;
  // What `fetch` throws before an answer, and what the providers make of it.
  if (error.message === "fetch failed" || error.message.startsWith("Cannot connect to API")) return true;
  return isNetworkError(error.cause);
}

function rootMessage(error: unknown): string {
  return error instanceof Error && error.cause instanceof Error ? rootMessage(error.cause) : messageOf(error);
}

function wordsIn(value: unknown): string {
  if (typeof value === "string") return value;
  return nested(value, "message") ?? JSON.stringify(value) ?? "";
}

function codeIn(value: unknown): string {
  return `${nested(value, "code") ?? ""} ${nested(value, "type") ?? ""}`;
}

function statusIn(value: unknown): number {
  const status = Number(nested(value, "statusCode") ?? nested(value, "status") ?? nested(value, "code"));
  return Number.isInteger(status) ? status : 0;
}

/** `value[key]` or `value.error[key]`, as text. */
function nested(value: unknown, key: string): string | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const own: unknown = Reflect.get(value, key);
  if (typeof own === "string" || typeof own === "number") return String(own);
  return "error" in value ? nested(value.error, key) : undefined;
}

import { ProviderStreamError } from "../provider-stream-error.ts";

export type JsonObject = Record<string, unknown>;

/** Characters of what a server sent instead of an answer that a person is shown. */
export const MAX_QUOTED = 120;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A message that must be a JSON object. @throws ProviderStreamError that quotes what it is instead. */
export function parseMessage(message: string): JsonObject {
  let value: unknown;
  try {
    value = JSON.parse(message);
  } catch {
    value = undefined;
  }
  if (!isObject(value)) throw new ProviderStreamError(`it sent: ${message.trim().slice(0, MAX_QUOTED).toWellFormed()}`, "bad_answer");
  return value;
}

/**
 * The report of a failure that stands where a part of an answer should be: under `error`, or, in an object without choices, in the forms
 * of vLLM (`object: "error"`), FastAPI (`detail`) and of gateways (`message`). Undefined: it is none.
 */
export function errorIn(message: JsonObject): unknown {
  const { error } = message;
  if (error !== undefined && error !== null && error !== false && error !== "") return error;
  if ("choices" in message) return undefined;
  return message.object === "error" || "detail" in message || typeof message.message === "string" ? message : undefined;
}

/** What a failure says, in whatever form it has: `message`, `detail` (a text, or FastAPI's list of `msg`), `error`, `errors`, or the text itself. */
export function wordsOfError(error: unknown): string {
  if (typeof error === "string") return error;
  if (Array.isArray(error)) return error.map(wordsOfError).join("; ");
  if (!isObject(error)) return JSON.stringify(error) ?? "";
  const said = [error.message, error.detail, error.msg, error.error, error.errors].find(
    (value) => value !== undefined && value !== null && value !== "",
  );
  return said === undefined ? JSON.stringify(error) : wordsOfError(said);
}

export function isNone(value: unknown): boolean {
  return value === undefined || value === null;
}

/** Arguments are the text of an object; a server that sends the object itself means the same. What is no object is the gate's to refuse. */
export function argumentText(value: unknown): string | null {
  if (isNone(value)) return null;
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** A number of tokens, also one that came as a text; undefined for anything else. */
export function count(value: unknown): number | undefined {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : undefined;
}

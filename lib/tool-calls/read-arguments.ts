import { countKeys, measureJson } from "#lib/json-shape.ts";
import { isStorable } from "#lib/storable.ts";

/** Arguments larger than this are refused unread. Room for a 1 MiB file with every byte escaped would be 6; no honest call comes near. */
const MAX_ARGUMENT_CHARS = 4 * 1024 * 1024;
const MAX_DEPTH = 64;

export type ReadArguments = { ok: true; input: Record<string, unknown> } | { ok: false; reason: string };

/**
 * Arguments are a JSON string that decodes to an object. Anything else is refused and never guessed: no unwrapping of strings in strings,
 * no repair of cut text, no last-one-wins of a key that stands there twice.
 */
export function readArguments(text: string): ReadArguments {
  if (text.length > MAX_ARGUMENT_CHARS) return refuse(`They have ${text.length} characters; ${MAX_ARGUMENT_CHARS} is the limit.`);
  const shape = measureJson(text);
  if (shape.depth > MAX_DEPTH) return refuse(`They are nested more than ${MAX_DEPTH} levels deep.`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    const hint = text.trim() === "" ? "They are empty" : "They are not valid JSON; the text was probably cut off";
    return refuse(`${hint}. Send one JSON object.`);
  }
  if (value === null || typeof value !== "object" || Array.isArray(value))
    return refuse(`They are ${nameOf(value)}. Send one JSON object.`);
  if (countKeys(value) !== shape.keys) return refuse("A key stands there twice. Send each key once.");
  if (mayHoldUnstorable(text) && !isStorable(value))
    return refuse("They contain a NUL character or half a surrogate pair, which no tool accepts.");
  return { ok: true, input: value as Record<string, unknown> };
}

/** A quick look at the text; what it finds is looked at properly. */
function mayHoldUnstorable(text: string): boolean {
  return text.includes("\\u") || text.includes("\0") || !text.isWellFormed();
}

function refuse(why: string): ReadArguments {
  return { ok: false, reason: `The arguments cannot be read. ${why}` };
}

function nameOf(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "an array" : `a ${typeof value}`;
}

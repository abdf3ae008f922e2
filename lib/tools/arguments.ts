import { ToolRefusal } from "./outcome.ts";

/**
 * One argument of a call, for tools whose schema is not known when the code is written (tools of MCP servers): from the decoded arguments,
 * or from the JSON text as the model sent it. Only what was really sent: `constructor` and the like are undefined unless they were.
 * @throws ToolRefusal `invalid_arguments` when it is no JSON object.
 */
export function getArgument(source: unknown, name: string): unknown {
  const values = typeof source === "string" ? decode(source) : source;
  if (values === null || typeof values !== "object" || Array.isArray(values)) throw invalid("The arguments are not one JSON object");
  return Object.hasOwn(values, name) ? (values as Record<string, unknown>)[name] : undefined;
}

/**
 * The same for text: `fallback` when it was not sent.
 * @throws ToolRefusal `invalid_arguments` also when it is there and is no text; null is not "not sent".
 */
export function getString(source: unknown, name: string): string | undefined;
export function getString(source: unknown, name: string, fallback: string): string;
export function getString(source: unknown, name: string, fallback?: string): string | undefined {
  const value = getArgument(source, name);
  if (value === undefined) return fallback;
  if (typeof value !== "string") throw invalid(`${name}: must be text, not ${value === null ? "null" : typeof value}`);
  return value;
}

function decode(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new ToolRefusal("invalid_arguments", "The arguments are not valid JSON", { cause });
  }
}

function invalid(message: string): ToolRefusal {
  return new ToolRefusal("invalid_arguments", message);
}

import { canonicalJson } from "#lib/canonical-json.ts";
import { isPlainObject } from "./is-plain-object.ts";
import { foldBlanks, type ToolDefinition } from "./tool-definition.ts";

/** One place at which two definitions differ. */
export interface Difference {
  /** A JSON pointer (RFC 6901) into the definition. */
  path: string;
  /** Absent: there was, or is, nothing. */
  before?: unknown;
  after?: unknown;
}

/** More than anybody reads; the rest is told as one. */
const MAX_DIFFERENCES = 100;

/** Where a definition differs from the one that was approved, at the innermost places; what does not count as a change is left out. */
export function differencesBetween(approved: ToolDefinition, current: ToolDefinition): Difference[] {
  const found = [...compare("", foldBlanks(approved), foldBlanks(current))];
  if (found.length <= MAX_DIFFERENCES) return found;
  return [...found.slice(0, MAX_DIFFERENCES), { path: "", before: approved, after: current }];
}

function* compare(path: string, before: unknown, after: unknown): Generator<Difference> {
  if (isPlainObject(before) && isPlainObject(after)) {
    const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
    for (const key of keys) {
      const at = `${path}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`;
      if (!Object.hasOwn(before, key)) yield { path: at, after: after[key] };
      else if (!Object.hasOwn(after, key)) yield { path: at, before: before[key] };
      else yield* compare(at, before[key], after[key]);
    }
  } else if (canonicalJson(before) !== canonicalJson(after)) {
    yield { path, before, after };
  }
}

import { hash } from "node:crypto";
import { canonicalJson } from "#lib/canonical-json.ts";
import type { ToolOutcome } from "#lib/tools/outcome.ts";

/** What the log keeps of a call's outcome: `sha256:` and 64 hex digits over it as canonical JSON, so that the record can be held against the log. */
export function outcomeDigest(outcome: ToolOutcome): string {
  return `sha256:${hash("sha256", canonicalJson(outcome), "hex")}`;
}

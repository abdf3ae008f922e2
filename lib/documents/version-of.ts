import { createHash } from "node:crypto";
import { canonicalJson } from "#lib/canonical-json.ts";

/** The version of a content: SHA-256 in hex of its parts, all of them, so that no change of one goes unseen. */
export function versionOf(...parts: string[]): string {
  return createHash("sha256").update(canonicalJson(parts)).digest("hex");
}

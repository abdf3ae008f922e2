import { hash } from "node:crypto";
import { canonicalJson } from "#lib/canonical-json.ts";
import type { TenantId, UserId } from "#lib/ids.ts";

/** What a link of the chain says of an entry: everything that stands in its row. */
export interface SealedEntry {
  tenantId: TenantId;
  seq: number;
  at: Date;
  actorId: UserId | null;
  action: string;
  subject: string;
  facts: Record<string, unknown>;
  isSystem: boolean;
}

/** What stands before the first link. */
export const BEFORE_THE_FIRST = "0".repeat(64);

/**
 * The hash of one link: SHA-256, in hex, over the hash of the link before, a line break, and the entry as canonical JSON with `at` in ISO 8601 (UTC,
 * milliseconds). Whoever has the rows can work it out again without this product.
 */
export function linkHash(before: string, { at, ...entry }: SealedEntry): string {
  return hash("sha256", `${before}\n${canonicalJson({ ...entry, at: at.toISOString() })}`, "hex");
}

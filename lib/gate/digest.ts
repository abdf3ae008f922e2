import { hash } from "node:crypto";
import type { TenantId, UserId } from "#lib/ids.ts";

/** What an approval is bound to: change any part and it is another request. */
export interface ApprovalSubject {
  tenantId: TenantId;
  tool: string;
  toolVersion: number;
  input: unknown;
  actorId: UserId;
  policyVersion: number;
}

/** `sha256:` and 64 hex digits over the canonical form of the subject. */
export function digestOf(subject: ApprovalSubject): string {
  return `sha256:${hash("sha256", canonicalJson(subject), "hex")}`;
}

/** JSON with sorted keys and no white space, in the manner of RFC 8785: equal values have equal text. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((part) => canonicalJson(part === undefined ? null : part)).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const entries = Object.entries(value).filter(([, part]) => part !== undefined);
  entries.sort(([left], [right]) => (left < right ? -1 : left > right ? 1 : 0));
  return `{${entries.map(([key, part]) => `${JSON.stringify(key)}:${canonicalJson(part)}`).join(",")}}`;
}

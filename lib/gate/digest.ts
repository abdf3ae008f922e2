import { hash } from "node:crypto";
import { canonicalJson } from "#lib/canonical-json.ts";
import type { TenantId, UserId } from "#lib/ids.ts";
import type { BoundFile } from "#lib/tool-calls/bound-file.ts";

/** What an approval is bound to: change any part and it is another request. */
export interface ApprovalSubject {
  tenantId: TenantId;
  tool: string;
  toolVersion: number;
  input: unknown;
  actorId: UserId;
  policyVersion: number;
  /** The files that the call runs, as they stand; left out when there are none. */
  files?: readonly BoundFile[] | undefined;
}

/** `sha256:` and 64 hex digits over the canonical form of the subject. */
export function digestOf(subject: ApprovalSubject): string {
  return `sha256:${hash("sha256", canonicalJson(subject), "hex")}`;
}

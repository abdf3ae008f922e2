import type { TenantDb } from "#db/tenant.ts";
import type { ApiKeyId, SessionId, TenantId, UserId } from "#lib/ids.ts";

/** What a member of an organization may do, from most to least; `auditor` reads records and contents and changes nothing. */
export const ROLES = ["owner", "admin", "approver", "member", "auditor"] as const;
export type Role = (typeof ROLES)[number];

/** The role with which runs go on whose member has left: one that changes nothing. */
export const ROLE_OF_WHO_LEFT: Role = "auditor";

/** Where a run or a call came in. Every entry point passes the same gate. */
export const ENTRY_POINTS = ["chat", "schedule", "api", "mcp", "webhook"] as const;
export type EntryPoint = (typeof ENTRY_POINTS)[number];

/**
 * Who acts, and where. Made from the database on every request or job (never from a body, a header or an argument), and the first
 * parameter of every verb. `db` reaches this organization's rows and no others.
 */
export interface TenantContext {
  readonly tenantId: TenantId;
  readonly userId: UserId;
  readonly role: Role;
  readonly db: TenantDb;
  /** How the caller proved who they are; a job acts for a member without either. */
  readonly sessionId?: SessionId;
  readonly apiKeyId?: ApiKeyId;
}

import type { TenantSql } from "#db/tenant.ts";
import type { TenantId, UserId } from "#lib/ids.ts";
import { storableJson } from "#lib/storable.ts";
import { sealSoon } from "./seal-soon.ts";

/** One thing that was done, or refused. Names of secrets may stand in `facts`, their values never. */
export interface AuditRecord {
  tenantId: TenantId;
  /** The person in whose name it was done; null for the product itself. */
  actorId: UserId | null;
  /** Noun-verb: `member-add`, `api-key-revoke`, `sign-in-refuse`. */
  action: string;
  /** What it was done to: `member:<id>`, `api-key:<id>`, `session:<id>`. */
  subject: string;
  facts?: Record<string, unknown>;
}

/**
 * Writes an entry of the audit log in the caller's transaction: what was done and the record of it are committed together or not at all.
 * Entries can be added and read, never changed: the application's role has no such right.
 */
export async function recordAudit(sql: TenantSql, { tenantId, actorId, action, subject, facts = {} }: AuditRecord): Promise<void> {
  sealSoon(tenantId);
  await sql`
    insert into audit_entries (tenant_id, actor_id, action, subject, facts, is_system)
    values (${tenantId}, ${actorId}, ${action}, ${subject}, ${sql.json(storableJson(facts) as never)}, ${actorId === null})`;
}

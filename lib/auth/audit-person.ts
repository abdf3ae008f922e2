import { systemSql } from "#db/system.ts";
import { tenantDb } from "#db/tenant.ts";
import { recordAudit } from "#lib/audit/record-audit.ts";
import type { TenantId, UserId } from "#lib/ids.ts";

/** Something that concerns a person as such (signing in, a password): recorded with every organization that they belong to. */
export async function auditPerson(userId: UserId, action: string, facts: Record<string, unknown> = {}): Promise<void> {
  const memberships = await systemSql(
    (sql) => sql<{ tenantId: TenantId }[]>`
      select tenant_id as "tenantId" from memberships where user_id = ${userId} and removed_at is null`,
  );
  for (const { tenantId } of memberships) {
    await tenantDb(tenantId).sql((sql) => recordAudit(sql, { tenantId, actorId: userId, action, subject: `member:${userId}`, facts }));
  }
}

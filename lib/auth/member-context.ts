import { systemSql } from "#db/system.ts";
import { tenantDb } from "#db/tenant.ts";
import type { Role, TenantContext } from "#lib/context.ts";
import type { TenantId, UserId } from "#lib/ids.ts";

/**
 * The context of a member for a job that acts in their name: a schedule, a resumed run. The role is the one that they have now.
 *
 * @returns null when the person is no longer a member; the job must not act then
 */
export async function memberContext(tenantId: TenantId, userId: UserId): Promise<TenantContext | null> {
  const [row] = await systemSql(
    (sql) => sql<{ role: Role }[]>`
      select role from memberships where tenant_id = ${tenantId} and user_id = ${userId} and removed_at is null`,
  );
  return row ? { tenantId, userId, role: row.role, db: tenantDb(tenantId) } : null;
}

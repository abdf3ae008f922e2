import type { TenantSql } from "#db/tenant.ts";
import type { Role, TenantContext } from "#lib/context.ts";
import type { UserId } from "#lib/ids.ts";
import { creatorLeft } from "./creator-left.ts";

/**
 * In whose name a schedule runs, with the role that they have now.
 * @throws AppError 409 `conflict` when they may start no runs any more
 */
export async function requireCreator(
  sql: TenantSql,
  { tenantId, db }: Pick<TenantContext, "tenantId" | "db">,
  { createdBy }: { createdBy: UserId },
): Promise<TenantContext> {
  const [creator] = await sql<{ role: Role }[]>`
    select role from memberships where tenant_id = ${tenantId} and user_id = ${createdBy} and removed_at is null and role <> 'auditor'`;
  if (!creator) throw creatorLeft();
  return { tenantId, userId: createdBy, role: creator.role, db };
}

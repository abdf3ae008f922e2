import type { TenantSql } from "#db/tenant.ts";
import { AppError } from "#lib/errors.ts";
import type { TenantId, UserId } from "#lib/ids.ts";

/**
 * Call before an owner stops being one. The owners' rows stay locked until the transaction ends, in one order, so two owners who remove each other at
 * the same moment cannot leave an organization without any.
 *
 * @throws AppError 409 `last_owner`
 */
export async function requireAnotherOwner(sql: TenantSql, tenantId: TenantId, leaving: UserId): Promise<void> {
  const owners = await sql<{ userId: UserId }[]>`
    select user_id as "userId" from memberships
     where tenant_id = ${tenantId} and role = 'owner' and removed_at is null order by user_id for update`;
  if (owners.some(({ userId }) => userId !== leaving)) return;
  throw new AppError("last_owner", "This is the last owner. Make somebody else an owner first.");
}

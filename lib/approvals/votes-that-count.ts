import type { TenantSql } from "#db/tenant.ts";
import type { TenantContext } from "#lib/context.ts";
import type { UserId } from "#lib/ids.ts";
import type { ApprovalView, Vote } from "./approval-view.ts";

/**
 * The votes of people who could still cast them: who was removed, or has a role now that may not decide this, has not agreed any more.
 * Asks the database only when somebody has voted before.
 */
export async function votesThatCount(
  sql: TenantSql,
  { tenantId }: TenantContext,
  { votes, requirement }: Pick<ApprovalView, "votes" | "requirement">,
): Promise<Vote[]> {
  if (votes.length === 0) return [];
  const able = await sql<{ userId: UserId }[]>`
    select user_id as "userId" from memberships
     where tenant_id = ${tenantId} and removed_at is null and user_id in ${sql(votes.map(({ userId }) => userId))} and role in ${sql(requirement.roles)}`;
  const ids = new Set(able.map(({ userId }) => userId));
  return votes.filter(({ userId }) => ids.has(userId));
}

import type { TenantSql } from "#db/tenant.ts";
import { notify } from "#lib/events/notify.ts";
import type { TenantId, UserId } from "#lib/ids.ts";

/**
 * Takes back what somebody agreed to beforehand, and what was agreed to for their calls, in the transaction that removes them: coming back does not
 * bring it back. One after another in the order of their ids, as others are removed at the same moment.
 */
export async function endGrantsOf(
  sql: TenantSql,
  { tenantId, userId, actorId }: { tenantId: TenantId; userId: UserId; actorId: UserId },
): Promise<void> {
  const ended = await sql`
    with theirs as (
      select id from grants where tenant_id = ${tenantId} and revoked_at is null and (created_by = ${userId} or user_id = ${userId}) order by id for no key update
    )
    update grants g set revoked_at = now(), revoked_by = ${actorId} from theirs where g.tenant_id = ${tenantId} and g.id = theirs.id returning g.id`;
  if (ended.length > 0) await notify(sql, { type: "policy-changed", tenantId });
}

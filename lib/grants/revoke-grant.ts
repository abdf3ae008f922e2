import { recordAudit } from "#lib/audit/record-audit.ts";
import { requireWriter } from "#lib/auth/require-role.ts";
import type { TenantContext } from "#lib/context.ts";
import { notFound } from "#lib/errors.ts";
import { notify } from "#lib/events/notify.ts";
import type { GrantId } from "#lib/ids.ts";

/**
 * Takes a standing approval back: it holds for no call that has not begun. A call that was let through and waits its turn is refused then.
 * People who decide take back any, a member those that they made (a rule may let members decide).
 * @throws AppError 403; 404 also for one that was taken back already
 */
export async function revokeGrant(ctx: TenantContext, id: GrantId): Promise<void> {
  requireWriter(ctx);
  const { tenantId, userId, role } = ctx;
  await ctx.db.sql(async (sql) => {
    const [revoked] = await sql<{ tool: string; uses: number }[]>`
      update grants set revoked_at = now(), revoked_by = ${userId}
       where tenant_id = ${tenantId} and id = ${id} and revoked_at is null and (${role !== "member"} or created_by = ${userId}) returning tool, uses`;
    if (!revoked) throw notFound("standing approval");
    await recordAudit(sql, { tenantId, actorId: userId, action: "grant-revoke", subject: `grant:${id}`, facts: revoked });
    await notify(sql, { type: "policy-changed", tenantId });
  });
}

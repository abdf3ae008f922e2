import type { TenantSql } from "#db/tenant.ts";
import { recordAudit } from "#lib/audit/record-audit.ts";
import { ROLES, type Role, type TenantContext } from "#lib/context.ts";
import type { UserId } from "#lib/ids.ts";

/**
 * Withdraws the open invitations that a member made and could not make any more: all of them for somebody who was removed or manages no members
 * now, those for owners of an owner who is an admin now. Otherwise a link kept for later would bring them back.
 *
 * @param role what they are from now on; null for removed
 */
export async function withdrawInvitationsBy(sql: TenantSql, ctx: TenantContext, inviterId: UserId, role: Role | null): Promise<void> {
  const { tenantId, userId: actorId } = ctx;
  const roles = rolesBeyond(role);
  if (roles.length === 0) return;
  const withdrawn = await sql<{ id: string }[]>`
    update invitations set revoked_at = now()
     where tenant_id = ${tenantId} and created_by = ${inviterId} and role in ${sql(roles)} and accepted_at is null and revoked_at is null
    returning id`;
  for (const { id } of withdrawn) {
    await recordAudit(sql, {
      tenantId,
      actorId,
      action: "invitation-withdraw",
      subject: `invitation:${id}`,
      facts: { invitedBy: inviterId },
    });
  }
}

/** What somebody with this role may invite nobody as. */
function rolesBeyond(role: Role | null): readonly Role[] {
  if (role === "owner") return [];
  return role === "admin" ? ["owner"] : ROLES;
}

import type { TenantSql } from "#db/tenant.ts";
import { recordAudit } from "#lib/audit/record-audit.ts";
import { ROLES, type Role, type TenantContext } from "#lib/context.ts";
import type { TenantId, UserId } from "#lib/ids.ts";

/**
 * Withdraws the open invitations that a member made and could not make any more: all of them for somebody who was removed or manages no members
 * now, those for owners of an owner who is an admin now. Otherwise a link kept for later would bring them back.
 *
 * @param role what they are from now on; null for removed
 */
export async function withdrawInvitationsBy(sql: TenantSql, ctx: TenantContext, inviterId: UserId, role: Role | null): Promise<void> {
  const roles = rolesBeyond(role);
  if (roles.length === 0) return;
  const { tenantId, userId: actorId } = ctx;
  await withdraw(sql, { tenantId, actorId, facts: { invitedBy: inviterId } }, sql`created_by = ${inviterId} and role in ${sql(roles)}`);
}

/** Withdraws the open invitations of one address: a newer one replaces them, an account was made, or the person was removed. */
export async function withdrawInvitationsOf(sql: TenantSql, { tenantId, userId: actorId }: Actor, email: string): Promise<void> {
  await withdraw(sql, { tenantId, actorId, facts: { email } }, sql`email = ${email}`);
}

type Actor = Pick<TenantContext, "tenantId" | "userId">;

interface Withdrawal {
  tenantId: TenantId;
  actorId: UserId;
  facts: Record<string, unknown>;
}

async function withdraw(sql: TenantSql, { tenantId, actorId, facts }: Withdrawal, which: ReturnType<TenantSql>): Promise<void> {
  const withdrawn = await sql<{ id: string }[]>`
    update invitations set revoked_at = now()
     where tenant_id = ${tenantId} and ${which} and accepted_at is null and revoked_at is null
    returning id`;
  for (const { id } of withdrawn) {
    await recordAudit(sql, { tenantId, actorId, action: "invitation-withdraw", subject: `invitation:${id}`, facts });
  }
}

/** What somebody with this role may invite nobody as. */
function rolesBeyond(role: Role | null): readonly Role[] {
  if (role === "owner") return [];
  return role === "admin" ? ["owner"] : ROLES;
}

import type { TenantSql } from "#db/tenant.ts";
import { recordAudit } from "#lib/audit/record-audit.ts";
import { requireRole } from "#lib/auth/require-role.ts";
import type { Role, TenantContext } from "#lib/context.ts";
import { AppError, notFound } from "#lib/errors.ts";
import { notify } from "#lib/events/notify.ts";
import { endGrantsOf } from "#lib/grants/end-grants-of.ts";
import type { UserId } from "#lib/ids.ts";
import { breakSchedulesOf } from "#lib/schedules/creator-left.ts";
import { requireAnotherOwner } from "./require-another-owner.ts";
import { MANAGERS, requirePowerOver } from "./role-rules.ts";
import { withdrawInvitationsBy, withdrawInvitationsOf } from "./withdraw-invitations.ts";

/**
 * Removes a member, or withdraws an open invitation; anybody may leave by themself. The member's keys end, sessions no longer reach this
 * organization, open streams end, schedules made in their name stand still, standing approvals that they made or that cover their calls are taken back,
 * invitations that they made, or that are for them, and nobody took are withdrawn. The row stays, so that records keep their names.
 *
 * @throws AppError 403, 404, 409 `last_owner` or `conflict`
 */
export async function removeMember(ctx: TenantContext, id: string): Promise<void> {
  if (id !== ctx.userId) requireRole(ctx, ...MANAGERS);
  await ctx.db.sql(async (sql) => {
    const isMember = await endMembership(sql, ctx, id as UserId);
    if (!isMember && !(await withdrawInvitation(sql, ctx, id))) throw notFound("member");
  });
}

async function endMembership(sql: TenantSql, ctx: TenantContext, userId: UserId): Promise<boolean> {
  const { tenantId, userId: actorId } = ctx;
  const [member] = await sql<{ role: Role; email: string }[]>`
    select m.role, u.email from memberships m join users u on u.id = m.user_id
     where m.tenant_id = ${tenantId} and m.user_id = ${userId} and m.removed_at is null`;
  if (!member) return false;
  if (userId !== actorId) requirePowerOver(ctx.role, member.role);
  if (member.role === "owner") await requireAnotherOwner(sql, tenantId, userId);
  const [removed] = await sql`
    update memberships set removed_at = now()
     where tenant_id = ${tenantId} and user_id = ${userId} and role = ${member.role} and removed_at is null returning user_id`;
  if (!removed) throw new AppError("conflict", "Somebody else changed this member at the same moment. Look again.");
  await sql`update api_keys set revoked_at = now() where tenant_id = ${tenantId} and user_id = ${userId} and revoked_at is null`;
  await breakSchedulesOf(sql, { tenantId, userId });
  await withdrawInvitationsBy(sql, ctx, userId, null);
  await withdrawInvitationsOf(sql, ctx, member.email);
  // Last: a call that begins holds its run before it looks at a standing approval.
  await endGrantsOf(sql, { tenantId, userId, actorId });
  await recordAudit(sql, { tenantId, actorId, action: "member-remove", subject: `member:${userId}`, facts: { role: member.role } });
  await notify(sql, { type: "access-changed", tenantId, userId });
  return true;
}

async function withdrawInvitation(sql: TenantSql, ctx: TenantContext, id: string): Promise<boolean> {
  const { tenantId, userId: actorId } = ctx;
  const [invitation] = await sql<{ role: Role }[]>`
    select role from invitations
     where tenant_id = ${tenantId} and id = ${id} and accepted_at is null and revoked_at is null for update`;
  if (!invitation) return false;
  requirePowerOver(ctx.role, invitation.role);
  await sql`update invitations set revoked_at = now() where tenant_id = ${tenantId} and id = ${id}`;
  await recordAudit(sql, { tenantId, actorId, action: "invitation-withdraw", subject: `invitation:${id}` });
  return true;
}

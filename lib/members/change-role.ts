import type { TenantSql } from "#db/tenant.ts";
import { recordAudit } from "#lib/audit/record-audit.ts";
import { requireRole } from "#lib/auth/require-role.ts";
import type { Role, TenantContext } from "#lib/context.ts";
import { AppError, notFound } from "#lib/errors.ts";
import { notify } from "#lib/events/notify.ts";
import type { UserId } from "#lib/ids.ts";
import { breakSchedulesOf } from "#lib/schedules/creator-left.ts";
import { requireAnotherOwner } from "./require-another-owner.ts";
import { MANAGERS, requirePowerOver } from "./role-rules.ts";
import { withdrawInvitationsBy } from "./withdraw-invitations.ts";

/**
 * Gives a member, or an open invitation, another role. It acts on the member's next request, and their open streams are checked again. The
 * schedules of somebody who may only read from now on stand still, and open invitations end that they could not make any more.
 *
 * @throws AppError 403 for an admin and an owner's role, 404, 409 `last_owner` or `conflict`
 */
export async function changeRole(ctx: TenantContext, id: string, role: Role): Promise<{ id: string; role: Role }> {
  requireRole(ctx, ...MANAGERS);
  await ctx.db.sql(async (sql) => {
    const isMember = await changeMember(sql, ctx, id as UserId, role);
    if (!isMember && !(await changeInvitation(sql, ctx, id, role))) throw notFound("member");
  });
  return { id, role };
}

async function changeMember(sql: TenantSql, ctx: TenantContext, userId: UserId, role: Role): Promise<boolean> {
  const { tenantId } = ctx;
  const [member] = await sql<{ role: Role }[]>`
    select role from memberships where tenant_id = ${tenantId} and user_id = ${userId} and removed_at is null`;
  if (!member) return false;
  requirePowerOver(ctx.role, member.role, role);
  if (member.role === role) return true;
  if (member.role === "owner") await requireAnotherOwner(sql, tenantId, userId);
  const [changed] = await sql`
    update memberships set role = ${role}
     where tenant_id = ${tenantId} and user_id = ${userId} and role = ${member.role} and removed_at is null returning user_id`;
  if (!changed) throw new AppError("conflict", "Somebody else changed this member at the same moment. Look again.");
  if (role === "auditor") await breakSchedulesOf(sql, { tenantId, userId });
  await withdrawInvitationsBy(sql, ctx, userId, role);
  const facts = { from: member.role, to: role };
  await recordAudit(sql, { tenantId, actorId: ctx.userId, action: "member-role-change", subject: `member:${userId}`, facts });
  await notify(sql, { type: "access-changed", tenantId, userId });
  return true;
}

const MADE_BY_AN_ADMIN =
  "The link of this invitation was made by an admin, who may make no owners. Withdraw the invitation, and invite the person as an owner yourself.";

async function changeInvitation(sql: TenantSql, ctx: TenantContext, id: string, role: Role): Promise<boolean> {
  const { tenantId, userId: actorId } = ctx;
  const [invitation] = await sql<{ role: Role; inviterRole: Role }[]>`
    select i.role, m.role as "inviterRole" from invitations i
      join memberships m on m.tenant_id = i.tenant_id and m.user_id = i.created_by
     where i.tenant_id = ${tenantId} and i.id = ${id} and i.accepted_at is null and i.revoked_at is null and i.expires_at > now() for update of i`;
  if (!invitation) return false;
  requirePowerOver(ctx.role, invitation.role, role);
  // Who made a link has seen it.
  if (role === "owner" && invitation.inviterRole !== "owner") throw new AppError("conflict", MADE_BY_AN_ADMIN);
  await sql`update invitations set role = ${role} where tenant_id = ${tenantId} and id = ${id}`;
  const facts = { from: invitation.role, to: role };
  await recordAudit(sql, { tenantId, actorId, action: "invitation-role-change", subject: `invitation:${id}`, facts });
  return true;
}

import type { TenantSql } from "#db/tenant.ts";
import { insertApiKey } from "#lib/api-keys/insert-api-key.ts";
import { recordAudit } from "#lib/audit/record-audit.ts";
import { hashPassword } from "#lib/auth/password.ts";
import { requireRole } from "#lib/auth/require-role.ts";
import type { Role, TenantContext } from "#lib/context.ts";
import { AppError } from "#lib/errors.ts";
import { newId, type UserId } from "#lib/ids.ts";
import { insertInvitation } from "./insert-invitation.ts";
import { invitationUrl } from "./invitation-url.ts";
import { MANAGERS, requirePowerOver } from "./role-rules.ts";
import { withdrawInvitationsOf } from "./withdraw-invitations.ts";

export interface NewMember {
  email: string;
  name: string;
  role: Role;
  /** Makes the account at once. The person should replace it, and must before they can join another organization. */
  password?: string | undefined;
  /** Makes the account at once, with a key that acts as it; without `password` there is also a link to choose one. */
  apiKey?: true | undefined;
}

export interface AddedMember {
  id: string;
  /** Shown this once; opens for seven days, and once. */
  inviteUrl?: string;
  /** Shown this once. */
  apiKey?: string;
}

/**
 * Invites somebody by a link, or makes an account for somebody who has none. An account that exists is only ever invited: nobody else may
 * choose its password or hold its keys.
 *
 * @param origin where the link leads, such as `https://countersign.example.org`
 * @throws AppError 403 for an admin who would make an owner, 409 `email_taken` for a member, and for an account elsewhere with `password` or `apiKey`
 */
export async function addMember(ctx: TenantContext, input: NewMember, origin: string): Promise<AddedMember> {
  requireRole(ctx, ...MANAGERS);
  requirePowerOver(ctx.role, input.role);
  const passwordHash = input.password === undefined ? null : await hashPassword(input.password);
  return ctx.db.sql(async (sql) => {
    await requireNoMember(sql, ctx, input.email);
    if (input.password === undefined && !input.apiKey) return invite(sql, ctx, input, origin);
    const userId = await insertAccount(sql, input, passwordHash);
    await insertMembership(sql, ctx, input, userId);
    await withdrawInvitationsOf(sql, ctx, input.email);
    const { tenantId } = ctx;
    const key = input.apiKey && (await insertApiKey(sql, { tenantId, userId, actorId: ctx.userId, name: "First key" }));
    const invited = passwordHash === null ? await invite(sql, ctx, input, origin) : {};
    return { ...invited, id: userId, ...(key && { apiKey: key.apiKey }) };
  });
}

async function requireNoMember(sql: TenantSql, ctx: TenantContext, email: string): Promise<void> {
  const [member] = await sql`
    select 1 from memberships m join users u on u.id = m.user_id
     where m.tenant_id = ${ctx.tenantId} and u.email = ${email} and m.removed_at is null`;
  if (member) throw new AppError("email_taken", `${email} is a member already.`);
}

async function invite(sql: TenantSql, ctx: TenantContext, input: NewMember, origin: string): Promise<AddedMember> {
  const { email, name, role } = input;
  const { id, token } = await insertInvitation(sql, { tenantId: ctx.tenantId, createdBy: ctx.userId, email, name, role });
  return { id, inviteUrl: invitationUrl(origin, token) };
}

async function insertAccount(sql: TenantSql, input: NewMember, passwordHash: string | null): Promise<UserId> {
  const id = newId<UserId>();
  const [made] = await sql`
    insert into users (id, email, name, password_hash, password_is_own) values (${id}, ${input.email}, ${input.name}, ${passwordHash}, false)
    on conflict (email) do nothing returning id`;
  if (!made)
    throw new AppError("email_taken", `${input.email} has an account. Invite them without a password or key; they join with their own.`);
  return id;
}

async function insertMembership(sql: TenantSql, ctx: TenantContext, input: NewMember, userId: UserId): Promise<void> {
  const { tenantId, userId: actorId } = ctx;
  const { email, role } = input;
  await sql`insert into memberships (tenant_id, user_id, role) values (${tenantId}, ${userId}, ${role})`;
  await recordAudit(sql, { tenantId, actorId, action: "member-add", subject: `member:${userId}`, facts: { email, role } });
}

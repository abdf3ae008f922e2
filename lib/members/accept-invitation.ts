import type { TenantSql } from "#db/tenant.ts";
import { tenantDb } from "#db/tenant.ts";
import { recordAudit } from "#lib/audit/record-audit.ts";
import { replacePassword } from "#lib/auth/change-password.ts";
import { checkPassword } from "#lib/auth/check-password.ts";
import { hashPassword } from "#lib/auth/password.ts";
import { wrongPassword } from "#lib/auth/wrong-password.ts";
import { AppError, invalidRequest } from "#lib/errors.ts";
import { notify } from "#lib/events/notify.ts";
import { newId, type TenantId, type UserId } from "#lib/ids.ts";
import { findInvitation, type OpenInvitation } from "./find-invitation.ts";

interface Acceptance {
  token: string;
  /** The new account's password, or the existing account's. Not needed by somebody who is signed in as the invited person. */
  password?: string | undefined;
  /** What an existing account's password is replaced with, when an administrator chose it. */
  newPassword?: string | undefined;
  /** The new account's name; the inviter's word for it otherwise. */
  name?: string | undefined;
}

/**
 * Makes the invited person a member: a new account with a password of its own, or an existing one that proves itself. The link alone never opens an
 * account that exists.
 *
 * @param visitor the signed-in person, if any, and the network address
 * @returns the organization that was joined, and the address to sign in with
 * @throws AppError as `findInvitation`; 400 for a wrong or missing password, 429 while locked
 */
export async function acceptInvitation(
  input: Acceptance,
  visitor: { userId: UserId | null; address: string },
): Promise<{ organizationId: TenantId; email: string }> {
  const invitation = await findInvitation(input.token);
  const { tenantId, email } = invitation;
  if (invitation.account === "none") await joinWithNewPassword(invitation, input);
  else await joinWithAccount(invitation, input, visitor);
  return { organizationId: tenantId, email };
}

async function joinWithNewPassword(invitation: OpenInvitation, input: Acceptance): Promise<void> {
  if (input.password === undefined) throw invalidRequest([{ path: "password", message: "Choose a password." }]);
  const hash = await hashPassword(input.password);
  await tenantDb(invitation.tenantId).sql(async (sql) => {
    const userId = invitation.userId ?? newId<UserId>();
    const name = input.name ?? invitation.name;
    const [made] = await sql`
      insert into users (id, email, name, password_hash) values (${userId}, ${invitation.email}, ${name}, ${hash})
      on conflict (email) do update set password_hash = ${hash}, password_is_own = true
         where users.id = ${invitation.userId} and users.password_hash is null
      returning id`;
    if (!made) throw new AppError("conflict", "This account was made a moment ago. Open the link again.");
    await join(sql, invitation, userId);
  });
}

async function joinWithAccount(
  invitation: OpenInvitation,
  input: Acceptance,
  visitor: { userId: UserId | null; address: string },
): Promise<void> {
  const { userId, email, account } = invitation;
  if (!userId) throw new Error("An invitation with an account has no person.");
  if (visitor.userId !== userId || account === "given") await requireOwnPassword(email, input.password, visitor.address);
  if (account === "given") {
    if (input.newPassword === undefined) throw invalidRequest([{ path: "newPassword", message: "Choose a password of your own first." }]);
    await replacePassword(userId, input.newPassword, null);
  }
  await tenantDb(invitation.tenantId).sql((sql) => join(sql, invitation, userId));
}

async function requireOwnPassword(email: string, password: string | undefined, address: string): Promise<void> {
  if (password === undefined) throw invalidRequest([{ path: "password", message: "This address has an account. Give its password." }]);
  const check = await checkPassword({ email, password, address });
  if (check.status === "wrong") throw wrongPassword(check, "password");
}

/** Uses the invitation up by compare-and-set, so that two clicks are one membership. */
async function join(sql: TenantSql, invitation: OpenInvitation, userId: UserId): Promise<void> {
  const { id, tenantId, role } = invitation;
  const [used] = await sql<{ role: OpenInvitation["role"] }[]>`
    update invitations set accepted_at = now()
     where tenant_id = ${tenantId} and id = ${id} and accepted_at is null and revoked_at is null and expires_at > now() returning role`;
  if (!used) throw new AppError("invitation_used", "This invitation was used a moment ago.");
  await sql`
    insert into memberships (tenant_id, user_id, role) values (${tenantId}, ${userId}, ${used.role})
    on conflict (tenant_id, user_id) do update set role = excluded.role, removed_at = null where memberships.removed_at is not null`;
  await recordAudit(sql, { tenantId, actorId: userId, action: "invitation-accept", subject: `invitation:${id}`, facts: { role } });
  await notify(sql, { type: "access-changed", tenantId, userId });
}

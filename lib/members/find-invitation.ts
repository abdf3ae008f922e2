import { systemSql } from "#db/system.ts";
import { hashSecret } from "#lib/auth/secret.ts";
import type { Role } from "#lib/context.ts";
import { AppError, notFound } from "#lib/errors.ts";
import type { InvitationId, TenantId, UserId } from "#lib/ids.ts";

/** An invitation that can be accepted, and what is known of the person it is for. */
export interface OpenInvitation {
  id: InvitationId;
  tenantId: TenantId;
  organization: string;
  email: string;
  name: string;
  role: Role;
  /** `none`: choose a password. `own`: sign in with it. `given`: sign in with the one an administrator chose, and replace it. */
  account: "none" | "own" | "given";
  /** The account, when there is one; with `account: "none"` it is one of this organization that has no password yet. */
  userId: UserId | null;
}

interface InvitationRow extends Omit<OpenInvitation, "account"> {
  isAccepted: boolean;
  isExpired: boolean;
  hasPassword: boolean;
  passwordIsOwn: boolean;
  isMemberElsewhere: boolean;
}

/**
 * What the holder of an invitation's token may see and do.
 *
 * @throws AppError 404 for a token that is unknown or withdrawn, 409 `invitation_used`, 409 `expired`, 409 `conflict` for an account without a
 * password that belongs to another organization (whoever opened this link must not become it)
 */
export async function findInvitation(token: string): Promise<OpenInvitation> {
  const row = await readInvitation(token);
  if (!row) throw notFound("invitation");
  if (row.isAccepted) throw new AppError("invitation_used", "This invitation was accepted already. Sign in.");
  if (row.isExpired) throw new AppError("expired", "This invitation has expired. Ask for a new one.");
  if (row.userId && !row.hasPassword && row.isMemberElsewhere) {
    throw new AppError("conflict", "This account has no password yet. Its first organization has to give it one.");
  }
  const { isAccepted, isExpired, hasPassword, passwordIsOwn, isMemberElsewhere, ...invitation } = row;
  return { ...invitation, account: hasPassword ? (passwordIsOwn ? "own" : "given") : "none" };
}

async function readInvitation(token: string): Promise<InvitationRow | undefined> {
  const [row] = await systemSql(
    (sql) => sql<InvitationRow[]>`
      select i.id, i.tenant_id as "tenantId", o.name as organization, i.email, i.name, i.role,
             i.accepted_at is not null as "isAccepted", i.expires_at <= now() as "isExpired",
             u.id as "userId", u.password_hash is not null as "hasPassword", coalesce(u.password_is_own, false) as "passwordIsOwn",
             exists (select 1 from memberships m where m.user_id = u.id and m.tenant_id <> i.tenant_id) as "isMemberElsewhere"
        from invitations i
        join organizations o on o.id = i.tenant_id
        left join users u on u.email = i.email
       where i.token_hash = ${hashSecret(token)} and i.revoked_at is null`,
  );
  return row;
}

import { lock } from "#db/lock.ts";
import type { TenantSql } from "#db/tenant.ts";
import { recordAudit } from "#lib/audit/record-audit.ts";
import { hashSecret, newSecret } from "#lib/auth/secret.ts";
import type { Role } from "#lib/context.ts";
import { type InvitationId, newId, type TenantId, type UserId } from "#lib/ids.ts";
import { withdrawInvitationsOf } from "./withdraw-invitations.ts";

const INVITATION_DAYS = 7;

interface NewInvitation {
  tenantId: TenantId;
  createdBy: UserId;
  email: string;
  name: string;
  role: Role;
}

/** An invitation; an open one for the same address is withdrawn, also one that is being made at the same moment. Only the token's hash is stored. */
export async function insertInvitation(sql: TenantSql, input: NewInvitation): Promise<{ id: InvitationId; token: string }> {
  const { tenantId, createdBy, email, name, role } = input;
  const [id, token] = [newId<InvitationId>(), newSecret()];
  await lock(sql, `invitation ${tenantId} ${email}`);
  await withdrawInvitationsOf(sql, { tenantId, userId: createdBy }, email);
  await sql`
    insert into invitations (tenant_id, id, email, name, role, token_hash, created_by, expires_at)
    values (${tenantId}, ${id}, ${email}, ${name}, ${role}, ${hashSecret(token)}, ${createdBy}, now() + make_interval(days => ${INVITATION_DAYS}))`;
  await recordAudit(sql, { tenantId, actorId: createdBy, action: "member-invite", subject: `invitation:${id}`, facts: { email, role } });
  return { id, token };
}

import type { TenantSql } from "#db/tenant.ts";
import { recordAudit } from "#lib/audit/record-audit.ts";
import type { TenantId, UserId } from "#lib/ids.ts";

/** Makes an organization with its first owner, in a transaction of the new organization's own handle. The person must exist. */
export async function foundOrganization(sql: TenantSql, input: { tenantId: TenantId; name: string; ownerId: UserId }): Promise<void> {
  const { tenantId, name, ownerId } = input;
  await sql`insert into organizations (id, name) values (${tenantId}, ${name})`;
  await sql`insert into memberships (tenant_id, user_id, role) values (${tenantId}, ${ownerId}, 'owner')`;
  await recordAudit(sql, {
    tenantId,
    actorId: ownerId,
    action: "organization-found",
    subject: `organization:${tenantId}`,
    facts: { name },
  });
}

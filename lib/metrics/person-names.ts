import type { TenantSql } from "#db/tenant.ts";
import type { TenantId } from "#lib/ids.ts";

/** Names of everybody who is or was a member, by id: records keep their names. */
export async function personNames(sql: TenantSql, tenantId: TenantId): Promise<Map<string, string>> {
  const people = await sql<{ id: string; name: string }[]>`
    select u.id, u.name from memberships m join users u on u.id = m.user_id where m.tenant_id = ${tenantId}`;
  return new Map(people.map(({ id, name }) => [id, name]));
}

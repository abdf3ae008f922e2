import { systemSql } from "#db/system.ts";
import type { Caller } from "#lib/auth/caller.ts";
import type { Role } from "#lib/context.ts";
import type { TenantId } from "#lib/ids.ts";

export interface OrganizationItem {
  id: TenantId;
  name: string;
  role: Role;
  /** The one that the caller acts in now. */
  isActive: boolean;
}

/** The organizations that the caller belongs to, by name. An API key sees only the one that it was made for. */
export async function listOrganizations(caller: Caller): Promise<OrganizationItem[]> {
  const activeId = caller.membership?.organization.id ?? null;
  const onlyId = caller.apiKeyId ? activeId : null;
  return systemSql(
    (sql) => sql<OrganizationItem[]>`
      select o.id, o.name, m.role, m.tenant_id is not distinct from ${activeId}::uuid as "isActive"
        from memberships m join organizations o on o.id = m.tenant_id
       where m.user_id = ${caller.person.id} and m.removed_at is null and (${onlyId}::uuid is null or m.tenant_id = ${onlyId}::uuid)
       order by lower(o.name), o.id`,
  );
}

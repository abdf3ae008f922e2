import { systemSql } from "#db/system.ts";
import type { Role } from "#lib/context.ts";
import type { TenantId, UserId } from "#lib/ids.ts";

export interface OrganizationItem {
  id: TenantId;
  name: string;
  role: Role;
  /** The one that the caller acts in now. */
  isActive: boolean;
}

interface Asker {
  userId: UserId;
  /** The organization that they act in; null when they were removed from it. */
  activeId: TenantId | null;
  /** Who asks with an API key sees only the organization that the key is for. */
  isApiKey: boolean;
}

/** The organizations that a person belongs to, by name. */
export function listOrganizations({ userId, activeId, isApiKey }: Asker): Promise<OrganizationItem[]> {
  return systemSql(
    (sql) => sql<OrganizationItem[]>`
      select o.id, o.name, m.role, m.tenant_id is not distinct from ${activeId}::uuid as "isActive"
        from memberships m join organizations o on o.id = m.tenant_id
       where m.user_id = ${userId} and m.removed_at is null and (not ${isApiKey} or m.tenant_id = ${activeId}::uuid)
       order by lower(o.name), o.id`,
  );
}

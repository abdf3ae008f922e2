import { tenantDb } from "#db/tenant.ts";
import { newId, type TenantId, type UserId } from "#lib/ids.ts";
import { foundOrganization } from "#lib/organizations/found-organization.ts";
import { takeSetUp } from "./installation.ts";

export interface FirstOwner {
  organization: string;
  name: string;
  email: string;
  passwordHash: string;
}

/** In one transaction, and only once in the life of an installation. @returns false when somebody was first */
export function makeFirstOwner({ organization, name, email, passwordHash }: FirstOwner): Promise<boolean> {
  const [tenantId, ownerId] = [newId<TenantId>(), newId<UserId>()];
  return tenantDb(tenantId).sql(async (sql) => {
    if (!(await takeSetUp(sql))) return false;
    await sql`insert into users (id, email, name, password_hash) values (${ownerId}, ${email}, ${name}, ${passwordHash})`;
    await foundOrganization(sql, { tenantId, name: organization, ownerId });
    return true;
  });
}

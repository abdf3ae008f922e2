import { systemSql } from "#db/system.ts";
import { auditPerson } from "#lib/auth/audit-person.ts";
import type { UserId } from "#lib/ids.ts";

/** Changes a person's own name, in all their organizations. */
export async function changeName(userId: UserId, name: string): Promise<void> {
  await systemSql((sql) => sql`update users set name = ${name} where id = ${userId}`);
  await auditPerson(userId, "name-change", { name });
}

import { systemSql } from "#db/system.ts";
import { auditPerson } from "#lib/auth/audit-person.ts";
import type { UserId } from "#lib/ids.ts";

/** Changes a person's own name, in all their organizations; each of their logs has what it was before. */
export async function changeName(userId: UserId, name: string): Promise<void> {
  const from = await systemSql(async (sql) => {
    const [before] = await sql<{ name: string }[]>`select name from users where id = ${userId} for no key update`;
    await sql`update users set name = ${name} where id = ${userId}`;
    return before?.name;
  });
  await auditPerson(userId, "name-change", { from, to: name });
}

import { systemSql } from "#db/system.ts";
import type { UserId } from "#lib/ids.ts";

/** False while a person signs in with a password that an administrator chose. */
export async function hasOwnPassword(userId: UserId): Promise<boolean> {
  const [row] = await systemSql((sql) => sql<{ isOwn: boolean }[]>`select password_is_own as "isOwn" from users where id = ${userId}`);
  return row?.isOwn ?? true;
}

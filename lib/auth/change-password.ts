import { systemSql } from "#db/system.ts";
import type { SessionId } from "#lib/ids.ts";
import { revokeOtherSessions } from "#lib/sessions/revoke-session.ts";
import { auditPerson } from "./audit-person.ts";
import type { Person } from "./caller.ts";
import { checkPassword } from "./check-password.ts";
import { hashPassword } from "./password.ts";
import { wrongPassword } from "./wrong-password.ts";

/**
 * Replaces a person's password; all their other browsers are signed out. Guessing the current one is counted and locked like signing in.
 *
 * @throws AppError 400 `invalid_request` for a wrong current password, 429 `rate_limited` while locked
 */
export async function changePassword(
  caller: { person: Person; sessionId: SessionId; address: string },
  input: { currentPassword: string; newPassword: string },
): Promise<void> {
  const { person, sessionId, address } = caller;
  const check = await checkPassword({ email: person.email, password: input.currentPassword, address });
  if (check.status === "wrong") throw wrongPassword(check, "currentPassword");
  await replacePassword(person.id, input.newPassword, sessionId);
  await auditPerson(person.id, "password-change");
}

/**
 * A password that the person chose themself. Whoever is signed in with the one before is so no longer.
 *
 * @param stays the browser in which it was chosen; null for none
 */
export async function replacePassword(userId: Person["id"], password: string, stays: SessionId | null): Promise<void> {
  const hash = await hashPassword(password);
  await systemSql((sql) => sql`update users set password_hash = ${hash}, password_is_own = true where id = ${userId}`);
  await revokeOtherSessions(userId, stays);
}

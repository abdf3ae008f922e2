import { systemSql } from "#db/system.ts";
import type { SessionId } from "#lib/ids.ts";
import { auditPerson } from "./audit-person.ts";
import { checkPassword, type PasswordCheck } from "./check-password.ts";
import { endSession } from "./end-session.ts";
import { startSession, type Visit } from "./start-session.ts";

export type SignIn = { status: "signed-in"; sessionId: SessionId } | Extract<PasswordCheck, { status: "wrong" }>;

/**
 * Signs a browser or a program in. Always a new session: what the cookie held before is worth nothing afterwards, and a session of this
 * installation that it named is ended.
 */
export async function signIn(input: { email: string; password: string; visit: Visit; previous: SessionId | null }): Promise<SignIn> {
  const check = await checkPassword({ email: input.email, password: input.password, address: input.visit.address });
  if (check.status === "wrong") return check;
  const sessionId = await startProven(check, input.visit);
  if (!sessionId) return { status: "wrong", reason: "credentials", retryAfterMs: 0 };
  if (input.previous) await endSession(input.previous);
  await auditPerson(check.userId, "sign-in", { address: input.visit.address });
  return { status: "signed-in", sessionId };
}

/**
 * Null when the password was replaced while it was checked, which takes a fifth of a second: who replaces it ends the sessions that there are, and one
 * made with the old one would come right behind. The person's row stays as it is until the session can be seen.
 */
function startProven({ userId, passwordHash }: Extract<PasswordCheck, { status: "right" }>, visit: Visit): Promise<SessionId | null> {
  return systemSql(async (sql) => {
    const [person] = await sql`select 1 from users where id = ${userId} and password_hash = ${passwordHash} for share`;
    return person ? startSession(sql, userId, visit) : null;
  });
}

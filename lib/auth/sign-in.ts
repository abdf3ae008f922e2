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
  if (input.previous) await endSession(input.previous);
  const sessionId = await startSession(check.userId, input.visit);
  await auditPerson(check.userId, "sign-in", { address: input.visit.address });
  return { status: "signed-in", sessionId };
}

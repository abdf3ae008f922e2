import { systemSql } from "#db/system.ts";
import type { UserId } from "#lib/ids.ts";
import { countAttempt, forgetAttempts, lock, lockedForMs, returnAttempt, sweepCounters } from "#lib/rate-limit/attempts.ts";
import { auditPerson } from "./audit-person.ts";
import { normalizeEmail } from "./email.ts";
import { verifyPassword } from "./password.ts";
import { hashSecret } from "./secret.ts";

/** Wrong passwords in a row for one e-mail address before it is locked, and for how long. */
export const MAX_FAILURES = 10;
export const LOCK_MINUTES = 15;

/** Wrong passwords from one network address in 15 minutes, over all persons. */
const MAX_FAILURES_PER_ADDRESS = 100;

const WINDOW_SECONDS = LOCK_MINUTES * 60;

export type PasswordCheck =
  /** `passwordHash` is the one that it was compared with. */
  | { status: "right"; userId: UserId; passwordHash: string }
  /** `credentials`: no such pair. `locked`: too many wrong ones for this e-mail. `rate_limited`: too many from this network address. */
  | { status: "wrong"; reason: "credentials" | "locked" | "rate_limited"; retryAfterMs: number };

/**
 * Is this the password of that person? Every attempt is counted before the password is looked at, so that a burst in parallel gains
 * nothing, and unknown persons are counted, locked and timed exactly like known ones. The right password forgets the failures.
 *
 * @throws AppError 503 `unavailable` while too many passwords are checked
 */
export async function checkPassword(input: { email: string; password: string; address: string }): Promise<PasswordCheck> {
  const email = normalizeEmail(input.email);
  const guard = guardOf(email ?? input.email, input.address);
  const attempt = await reserveAttempt(guard, email);
  if (attempt.status === "wrong") return attempt;
  const { user, failures } = attempt;
  const isRight = await verifyPassword(input.password, user?.passwordHash ?? null).catch(async (error: unknown) => {
    await giveBack(guard);
    throw error;
  });
  if (!user?.passwordHash || !isRight) return refuse(guard, user?.id ?? null, failures);
  await forgive(guard);
  return { status: "right", userId: user.id, passwordHash: user.passwordHash };
}

interface Guard {
  failures: string;
  lock: string;
  address: string | null;
  addressShown: string;
}

function guardOf(email: string, address: string): Guard {
  const id = hashSecret(email.trim().toLowerCase());
  return {
    failures: `sign-in:${id}`,
    lock: `sign-in-lock:${id}`,
    address: address === "unknown" ? null : `sign-in-address:${address}`,
    addressShown: address,
  };
}

type Wrong = Extract<PasswordCheck, { status: "wrong" }>;

interface Attempt {
  status: "counted";
  failures: number;
  user?: { id: UserId; passwordHash: string | null };
}

function reserveAttempt(guard: Guard, email: string | null): Promise<Attempt | Wrong> {
  return systemSql(async (sql): Promise<Attempt | Wrong> => {
    const leftMs = await lockedForMs(sql, guard.lock, WINDOW_SECONDS);
    if (leftMs > 0) return { status: "wrong", reason: "locked", retryAfterMs: leftMs };
    const fromAddress = guard.address ? await countAttempt(sql, guard.address, WINDOW_SECONDS) : 0;
    if (fromAddress > MAX_FAILURES_PER_ADDRESS) return { status: "wrong", reason: "rate_limited", retryAfterMs: WINDOW_SECONDS * 1000 };
    const failures = await countAttempt(sql, guard.failures, WINDOW_SECONDS);
    if (failures > MAX_FAILURES) return { status: "wrong", reason: "locked", retryAfterMs: WINDOW_SECONDS * 1000 };
    const [user] = await sql<{ id: UserId; passwordHash: string | null }[]>`
      select id, password_hash as "passwordHash" from users where email = ${email}`;
    return { status: "counted", failures, ...(user && { user }) };
  });
}

/** A password that was not looked at is none of the wrong ones. */
async function giveBack(guard: Guard): Promise<void> {
  await systemSql(async (sql) => {
    await returnAttempt(sql, guard.failures);
    if (guard.address) await returnAttempt(sql, guard.address);
  });
}

async function forgive(guard: Guard): Promise<void> {
  await systemSql(async (sql) => {
    await forgetAttempts(sql, guard.failures);
    if (guard.address) await returnAttempt(sql, guard.address);
  });
}

async function refuse(guard: Guard, userId: UserId | null, failures: number): Promise<PasswordCheck> {
  const isLocked = failures >= MAX_FAILURES;
  if (isLocked) {
    await systemSql(async (sql) => {
      await lock(sql, guard.lock);
      await forgetAttempts(sql, guard.failures);
      await sweepCounters(sql);
    });
  }
  if (userId) await auditPerson(userId, isLocked ? "sign-in-lock" : "sign-in-refuse", { address: guard.addressShown });
  if (!isLocked) return { status: "wrong", reason: "credentials", retryAfterMs: 0 };
  return { status: "wrong", reason: "locked", retryAfterMs: WINDOW_SECONDS * 1000 };
}

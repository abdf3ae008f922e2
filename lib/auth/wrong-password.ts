import { AppError, invalidRequest } from "#lib/errors.ts";
import { LOCK_MINUTES, type PasswordCheck } from "./check-password.ts";

/** What to tell a person whose password was not taken. The same words whether the person exists or not. */
export function wrongPassword(check: Extract<PasswordCheck, { status: "wrong" }>, path: string): AppError {
  if (check.reason === "credentials") return invalidRequest([{ path, message: "That is not the password." }]);
  return new AppError("rate_limited", `Too many wrong passwords. Try again in ${LOCK_MINUTES} minutes.`, {
    retryAfterMs: check.retryAfterMs,
  });
}

import { AppError } from "#lib/errors.ts";

/** Somebody else was first. Nothing was written, and nothing is tried again by itself: whoever wants to write reads what stands there now. */
export function versionConflict(what: string, expected: string, current: string): AppError {
  const detail = `The ${what} has changed since version ${expected.slice(0, 12)} was read, so nothing was done. Read it again: its version is ${current} now.`;
  return new AppError("version_conflict", detail, { expected, current, retryable: false });
}

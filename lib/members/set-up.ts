import { hashPassword } from "#lib/auth/password.ts";
import { AppError, notFound } from "#lib/errors.ts";
import { type FirstOwner, makeFirstOwner } from "./make-first-owner.ts";
import { checkSetupToken } from "./setup-link.ts";

/**
 * Makes the first organization and its owner, for whoever holds the link that the start printed. Works once.
 *
 * @throws AppError 404 for a wrong token, 409 `already_set_up`
 */
export async function setUp(input: Omit<FirstOwner, "passwordHash"> & { token: string; password: string }): Promise<void> {
  const { token, password, ...owner } = input;
  const state = await checkSetupToken(token);
  if (state === "wrong") throw notFound("set-up link");
  const isFirst = state === "open" && (await makeFirstOwner({ ...owner, passwordHash: await hashPassword(password) }));
  if (!isFirst) throw new AppError("already_set_up", "This installation has an owner. Sign in.");
}

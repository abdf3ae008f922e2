import type { Role } from "#lib/context.ts";
import { AppError } from "#lib/errors.ts";

/** Who manages members. */
export const MANAGERS = ["owner", "admin"] as const satisfies readonly Role[];

/**
 * An owner may do anything to anybody; an admin neither makes owners nor touches one.
 *
 * @param roles the role that the other person has, the one they are to get, or both
 * @throws AppError 403 `forbidden`
 */
export function requirePowerOver(actor: Role, ...roles: readonly Role[]): void {
  if (actor === "owner") return;
  if (roles.includes("owner")) throw new AppError("forbidden", "Only an owner may make, change or remove an owner.");
}

import type { Role, TenantContext } from "#lib/context.ts";
import { AppError } from "#lib/errors.ts";

/** First line of a verb: refuses with 403 `forbidden` unless the caller has one of these roles. */
export function requireRole(ctx: TenantContext, ...roles: readonly Role[]): void {
  if (!roles.includes(ctx.role)) throw new AppError("forbidden", `This needs the role ${wordList(roles)}; yours is ${ctx.role}.`);
}

/** First line of a verb that changes something: an auditor reads and changes nothing. */
export function requireWriter(ctx: TenantContext): void {
  if (ctx.role === "auditor") throw new AppError("forbidden", "An auditor reads records and changes nothing.");
}

function wordList(words: readonly string[]): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`;
}

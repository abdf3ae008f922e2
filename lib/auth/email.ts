import { z } from "zod";

const LOCAL = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const DOMAIN = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/;

/**
 * The one form in which an address is stored and compared: trimmed, lower case, ASCII, exactly one `@`. Anything outside ASCII is refused
 * rather than folded: a letter or an `@` that merely looks right must not reach another person's account (GHSA-7rqj-j65f-68wh).
 *
 * @returns null for what is not such an address
 */
export function normalizeEmail(value: string): string | null {
  const email = value.trim().toLowerCase();
  // Before lower-casing nothing may be outside ASCII: the Kelvin sign, for one, becomes a plain "k".
  if (email.length > 254 || !/^[\x21-\x7e]+$/.test(value.trim())) return null;
  const [local, domain, ...rest] = email.split("@");
  if (!local || !domain || rest.length > 0 || local.length > 64) return null;
  return LOCAL.test(local) && DOMAIN.test(domain) ? email : null;
}

/** An address in a request body, normalized. */
export const emailSchema = z
  .string()
  .max(1_000)
  .transform((value, context) => {
    const email = normalizeEmail(value);
    if (email !== null) return email;
    context.issues.push({
      code: "custom",
      message: "Write the address as name@example.org, in plain letters (domains in punycode).",
      input: value,
    });
    return z.NEVER;
  });

import { systemSql } from "#db/system.ts";
import { isSignedBy, sign } from "#lib/auth/auth-secret.ts";
import { isSetUp, setUpNonce } from "./installation.ts";

const PURPOSE = "set-up";

/**
 * The link behind which the first owner is made. The same at every start, on every machine, until it was used; nothing of it is stored, it follows
 * from `AUTH_SECRET` and the database.
 *
 * @param baseUrl where the web answers, without a slash at the end
 * @returns null when there is an owner already
 */
export function setupLink(baseUrl: string): Promise<string | null> {
  return systemSql(async (sql) => {
    if (await isSetUp(sql)) return null;
    return `${baseUrl}/set-up?token=${sign(PURPOSE, await setUpNonce(sql))}`;
  });
}

/** What stands behind a set-up link: `open`, `used` (there is an owner), or `wrong` (not a token of this installation). */
export function checkSetupToken(token: string): Promise<"open" | "used" | "wrong"> {
  return systemSql(async (sql) => {
    if (await isSetUp(sql)) return "used";
    return isSignedBy(PURPOSE, await setUpNonce(sql), token) ? "open" : "wrong";
  });
}

import { createHmac, randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { Refusal } from "./bootstrap/refusal.mjs";
import { writePrivateFile } from "./private-file.ts";

/**
 * The secret that signs sessions and encrypts stored keys: the one that was given, else one made once into `DATA_DIR/secrets.json` (mode
 * 0600). Only for the embedded database; with one of your own, `refuseUnsafeExposure` has asked for it.
 */
export async function authSecret(dataDir: string, given: string | undefined): Promise<string> {
  if (given) return given;
  const file = path.join(dataDir, "secrets.json");
  const content = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
  if (content !== null) return secretIn(content, file);
  const secret = randomBytes(33).toString("base64url");
  await writePrivateFile(file, `${JSON.stringify({ AUTH_SECRET: secret }, null, 2)}\n`);
  return secret;
}

/** A new secret in place of an unreadable one would silently sign everybody out and lose every stored key. */
function secretIn(content: string, file: string): string {
  try {
    const secret: unknown = JSON.parse(content).AUTH_SECRET;
    if (typeof secret === "string" && secret.length >= 32) return secret;
  } catch {}
  throw new Refusal(
    `${file} does not hold a usable AUTH_SECRET. Restore it from a backup, or delete it: then everyone signs in again and stored keys are lost.`,
  );
}

/** The password of the application's database role: the same on every machine that shares AUTH_SECRET, so nobody has to hand it around. */
export function databaseRolePassword(secret: string): string {
  return createHmac("sha256", secret).update("database role").digest("hex");
}

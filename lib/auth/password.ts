import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { singleton } from "#lib/singleton.ts";
import { Turns } from "./turns.ts";

/** 32 MiB and about 0.2 s of one core a try: one of the settings of the OWASP password storage cheat sheet for scrypt. */
const COST = { N: 32_768, r: 8, p: 3 } as const;
const KEY_BYTES = 32;

/** A new password: 8 characters (NIST SP 800-63B) to 256, whatever they are. */
export const passwordSchema = z.string().min(8, "A password has 8 characters or more.").max(256, "A password has 256 characters at most.");

/** `scrypt$N$r$p$salt$key`, so that the cost can be raised later without a new column. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(password, salt, KEY_BYTES, COST);
  return ["scrypt", COST.N, COST.r, COST.p, salt.toString("base64url"), key.toString("base64url")].join("$");
}

/**
 * True when the password is the one that was hashed. Without a hash (an unknown person, an invitation not yet accepted) it takes the same
 * time and is false, so that timing tells nobody who has an account.
 */
export async function verifyPassword(password: string, hash: string | null): Promise<boolean> {
  const { salt, key, cost } = parseHash(hash ?? NOBODY);
  const given = await derive(password, salt, key.length, cost);
  return timingSafeEqual(given, key) && hash !== null;
}

const NOBODY = [
  "scrypt",
  COST.N,
  COST.r,
  COST.p,
  Buffer.alloc(16).toString("base64url"),
  Buffer.alloc(KEY_BYTES).toString("base64url"),
].join("$");

function parseHash(hash: string): { salt: Buffer; key: Buffer; cost: ScryptOptions } {
  const [scheme, N, r, p, salt, key] = hash.split("$");
  if (scheme !== "scrypt" || !salt || !key) throw new Error("A stored password hash has an unknown form.");
  return { salt: Buffer.from(salt, "base64url"), key: Buffer.from(key, "base64url"), cost: { N: Number(N), r: Number(r), p: Number(p) } };
}

/**
 * Node has four threads for all that waits: passwords, files, names of hosts, and the compression of every answer. Anybody may have a password checked,
 * so that must leave some of them free, and not be work for minutes.
 */
export const passwordTurns = () => singleton("password-turns", () => new Turns({ atOnce: 2, mostWaiting: 60 }));

/** @throws AppError 503 `unavailable` when too many wait for their turn */
function derive(password: string, salt: Buffer, bytes: number, cost: ScryptOptions): Promise<Buffer> {
  // Two keyboards may write the same letter as different code points (NIST SP 800-63B asks for normalization).
  const text = password.normalize("NFKC");
  return passwordTurns().take(
    () =>
      new Promise((resolve, reject) => {
        scrypt(text, salt, bytes, { ...cost, maxmem: 64 * 1024 * 1024 }, (error, key) => (error ? reject(error) : resolve(key)));
      }),
  );
}

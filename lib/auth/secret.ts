import { createHash, randomBytes } from "node:crypto";

/** A secret that a person or a program carries: `prefix` and 256 random bits. Stored only as `hashSecret` makes it. */
export function newSecret(prefix = ""): string {
  return `${prefix}${randomBytes(32).toString("base64url")}`;
}

/** SHA-256: enough for 256 random bits, and fast enough for every request. */
export function hashSecret(secret: string): string {
  return createHash("sha256").update(secret).digest("base64url");
}

import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { authSecret } from "./auth-secret.ts";

const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * A secret as the database may hold it: AES-256-GCM under a key made from `AUTH_SECRET` (HKDF-SHA-256), base64.
 * @param place what it is and whose, as `mcp-server <tenant> <id>`: moved to another place it cannot be read
 */
export function encryptText(text: string, place: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv("aes-256-gcm", keyNow(), iv).setAAD(Buffer.from(place));
  const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString("base64");
}

/** Null: it was written under another `AUTH_SECRET`, for another place, or changed since. */
export function decryptText(encrypted: string, place: string): string | null {
  const bytes = Buffer.from(encrypted, "base64");
  if (bytes.length < IV_BYTES + TAG_BYTES) return null;
  try {
    const decipher = createDecipheriv("aes-256-gcm", keyNow(), bytes.subarray(0, IV_BYTES)).setAAD(Buffer.from(place));
    decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString("utf8");
  } catch {
    return null;
  }
}

function keyNow(): Buffer {
  return Buffer.from(hkdfSync("sha256", authSecret(), "", "countersign encrypted text", 32));
}

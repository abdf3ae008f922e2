import { createHmac, timingSafeEqual } from "node:crypto";
import { env } from "#lib/env.ts";

/** The installation's secret. Its absence stops the start; this is the last line of that defence. */
export function authSecret(): string {
  const secret = env().AUTH_SECRET;
  if (!secret) throw new Error("AUTH_SECRET is not set. Start the product with `npm start`, or set it to 32 random characters or more.");
  return secret;
}

/** A proof (HMAC-SHA256, base64url, 43 characters) that this installation said `text` for that purpose. */
export function sign(purpose: string, text: string): string {
  return createHmac("sha256", authSecret()).update(`${purpose}\n${text}`).digest("base64url");
}

/** Compares in constant time. */
export function isSignedBy(purpose: string, text: string, proof: string): boolean {
  const expected = Buffer.from(sign(purpose, text));
  const given = Buffer.from(proof);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

import { createHmac, hash, randomBytes, timingSafeEqual } from "node:crypto";

const SECRET_BYTES = 32;
const PREFIX = "whsec_";
/** How far the caller's clock may be from ours. */
const TOLERANCE_SECONDS = 300;
const MAX_ID_CHARS = 200;

/** A new secret as the Standard Webhooks specification writes it: `whsec_` and 32 random bytes in base64. */
export function newWebhookSecret(): string {
  return `${PREFIX}${randomBytes(SECRET_BYTES).toString("base64")}`;
}

/**
 * Which delivery this is, when whoever sent it knows the secret; null when not. Two ways to sign are taken:
 * - Standard Webhooks: `webhook-id`, `webhook-timestamp` (seconds, at most five minutes from now) and `webhook-signature`, of which one `v1,…` is
 *   HMAC-SHA-256 over `id.timestamp.body`, keyed with the decoded secret, in base64. The delivery is named by its id.
 * - GitHub's: `x-hub-signature-256`, HMAC-SHA-256 over the body, keyed with the text of the secret, in hex. Nothing but the body is signed, so the
 *   delivery is named by it: sent again, by GitHub or by somebody who listened, it is the same one.
 */
export function deliveryOf(headers: Headers, body: Uint8Array, secret: string, now: Date): string | null {
  const ofGitHub = headers.get("x-hub-signature-256");
  if (ofGitHub !== null) {
    const expected = `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`;
    return isSame(ofGitHub, expected) ? `sha256:${hash("sha256", body, "hex")}` : null;
  }
  const [id, timestamp, signatures] = ["webhook-id", "webhook-timestamp", "webhook-signature"].map((name) => headers.get(name));
  if (!id || id.length > MAX_ID_CHARS || !timestamp || !/^\d{1,12}$/.test(timestamp) || !signatures) return null;
  if (Math.abs(now.getTime() / 1_000 - Number(timestamp)) > TOLERANCE_SECONDS) return null;
  const key = Buffer.from(secret.slice(PREFIX.length), "base64");
  const expected = `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.`).update(body).digest("base64")}`;
  return signatures.split(" ").some((signature) => isSame(signature, expected)) ? id : null;
}

function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}

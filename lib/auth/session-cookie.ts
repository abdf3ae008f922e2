import { isUuid, type SessionId } from "#lib/ids.ts";
import { isSignedBy, sign } from "./auth-secret.ts";

/** Days that a browser stays signed in; the row in `auth_sessions` decides, the cookie merely ends with it. */
export const SESSION_DAYS = 30;

const PURPOSE = "session";

/** next-auth's own names; the prefix binds the cookie to HTTPS (RFC 6265bis). */
const COOKIE_NAMES = { plain: "authjs.session-token", secure: "__Secure-authjs.session-token" } as const;

/** The value of the cookie: the name of a row and a proof that we gave it out. It holds no identity, no role, no organization. */
export function sealSession(id: SessionId): string {
  return `${id}.${sign(PURPOSE, id)}`;
}

/** @returns null for anything that `sealSession` of this installation did not make */
export function openSession(value: string): SessionId | null {
  const id = value.slice(0, 36);
  if (!isUuid(id) || value[36] !== "." || !isSignedBy(PURPOSE, id, value.slice(37))) return null;
  return id as SessionId;
}

/** The session that a request's `Cookie` header names. Over HTTPS the secure cookie wins. */
export function readSessionCookie(header: string | null): SessionId | null {
  if (!header) return null;
  const value = cookieValue(header, COOKIE_NAMES.secure) ?? cookieValue(header, COOKIE_NAMES.plain);
  return value === null ? null : openSession(value);
}

function cookieValue(header: string, name: string): string | null {
  for (const part of header.split(";")) {
    const at = part.indexOf("=");
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim();
  }
  return null;
}

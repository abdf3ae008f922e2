import { spellingsOf } from "#lib/net/spellings-of.ts";
import type { ServerAddress } from "./server-address.ts";

/** A shorter value is no secret that could be found in a text. */
const MIN_CHARS = 8;
const MIN_PATH_CHARS = 16;

/**
 * What a server is sent and must not be able to show to people or models by saying it again, in the ways in which it may be written: header values, what
 * stands behind their scheme, the values of the query, and parts of the path that look like keys. Of two that hold one another the longer stands first.
 */
export function secretsOf({ url, headers }: ServerAddress): string[] {
  const { pathname, searchParams } = new URL(url);
  const values = Object.values(headers).flatMap((value) => [value, value.replace(/^\S+\s+/, ""), ...basicParts(value)]);
  const found = [...values, ...searchParams.values(), ...pathname.split("/").filter(looksLikeKey)];
  return [...new Set(found.flatMap(spellingsOf))]
    .filter(({ length }) => length >= MIN_CHARS)
    .sort((left, right) => right.length - left.length);
}

/** Part of a path: some servers have their key there. */
export function looksLikeKey(part: string): boolean {
  return part.length >= MIN_PATH_CHARS && /\d/.test(part) && /[a-z]/i.test(part);
}

/** The text without any of them. */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  return secrets.reduce((rest, secret) => rest.replaceAll(secret, "[redacted]"), text);
}

/** What stands in the credentials of the Basic scheme (RFC 7617), and the password by itself. */
function basicParts(value: string): string[] {
  const [, credentials] = /^basic\s+(\S+)$/i.exec(value) ?? [];
  if (credentials === undefined) return [];
  const text = Buffer.from(credentials, "base64").toString("utf8");
  return [text, text.slice(text.indexOf(":") + 1)];
}

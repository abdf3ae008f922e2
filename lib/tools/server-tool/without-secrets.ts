import type { ServerAddress } from "#lib/mcp-client/server-address.ts";

/** A shorter header value is no secret that could be found in a text. */
const MIN_SECRET_CHARS = 8;

/** A server's text without what it was sent, should it say it again: header values, and what stands behind their scheme. */
export function withoutSecrets(text: string, address: ServerAddress | null): string {
  const values = Object.values(address?.headers ?? {});
  const secrets = values.flatMap((value) => [value, value.replace(/^\S+\s+/, "")]).filter((value) => value.length >= MIN_SECRET_CHARS);
  return secrets.reduce((rest, secret) => rest.replaceAll(secret, "[redacted]"), text);
}

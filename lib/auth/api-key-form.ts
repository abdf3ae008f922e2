import { newSecret } from "./secret.ts";

/** Characters of a key that may be shown, so that a person can tell keys apart: `cs_` and four more. */
const PREFIX_LENGTH = 7;

export function newApiKey(): string {
  return newSecret("cs_");
}

/** Starts with `cs_` and has 32 to 200 characters of letters, digits, `_` and `-`. */
export function isApiKey(value: string): boolean {
  return /^cs_[\w-]{29,197}$/.test(value);
}

export function apiKeyPrefix(key: string): string {
  return key.slice(0, PREFIX_LENGTH);
}

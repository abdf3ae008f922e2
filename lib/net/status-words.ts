import { STATUS_CODES } from "node:http";

/** `404 Not Found`, in the words of the standard (RFC 9110): those of a server could be anything. A status without a name is its number. */
export function statusWords(status: number): string {
  return `${status} ${STATUS_CODES[status] ?? ""}`.trim();
}

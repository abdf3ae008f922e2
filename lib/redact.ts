const REDACTED = "[redacted]";
const MAX_DEPTH = 6;

/** Names whose text is a secret. Numbers pass (`inputTokens`), ids pass (`apiKeyId`). */
const SECRET_NAME = /(?:password|passwd|secret|token|authorization|cookie|credentials?|api[-_]?key|private[-_]?key)$/i;

/** Values that are secrets wherever they stand: our keys, providers' keys, bearer headers, signed tokens, passwords in addresses. */
const SECRET_VALUES: [RegExp, string][] = [
  [/\bcs_[\w-]{16,}/g, `cs_${REDACTED}`],
  [/\bsk-[\w-]{16,}/g, `sk-${REDACTED}`],
  [/\bgh[pousr]_\w{20,}/g, REDACTED],
  [/\bAKIA[0-9A-Z]{16}\b/g, REDACTED],
  [/\beyJ[\w-]{10,}\.[\w-]{10,}(?:\.[\w-]*)*/g, REDACTED],
  [/\b(bearer|basic)\s+[\w.~+/=-]{8,}/gi, `$1 ${REDACTED}`],
  [/\b([a-z][a-z0-9+.-]*:\/\/[^\s:@/]*):[^\s@/]+@/gi, `$1:${REDACTED}@`],
  [/([?&](?:token|key|secret|password|signature)=)[^&\s"']+/gi, `$1${REDACTED}`],
];

/**
 * A copy of anything in which secrets are replaced, by the name they stand under or by their form, and errors have become plain objects.
 * For logs and for error texts; deep structures are cut at six levels.
 */
export function redact(value: unknown, depth = 0): unknown {
  if (typeof value === "string") return redactText(value);
  if (typeof value === "bigint") return String(value);
  if (value === null || typeof value !== "object") return value;
  if (depth >= MAX_DEPTH) return "[deeper]";
  if (value instanceof Date) return value;
  if (value instanceof Error) return redactError(value, depth);
  if (Array.isArray(value)) return value.map((part) => redact(part, depth + 1));
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, redactNamed(name, part, depth)]));
}

function redactText(text: string): string {
  return SECRET_VALUES.reduce((result, [pattern, replacement]) => result.replace(pattern, replacement), text);
}

function redactNamed(name: string, value: unknown, depth: number): unknown {
  return typeof value === "string" && SECRET_NAME.test(name) ? REDACTED : redact(value, depth + 1);
}

/** A database error carries the statement and its parameters; only its code and message are kept. */
function redactError(error: Error, depth: number): unknown {
  const { name, message, stack, cause } = error;
  const code = "code" in error ? error.code : undefined;
  return redact({ name, code, message, stack, ...(cause === undefined ? {} : { cause }) }, depth);
}

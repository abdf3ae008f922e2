const REDACTED = "[redacted]";
const MAX_DEPTH = 6;

/** Names whose text is a secret. Numbers pass (`inputTokens`), ids pass (`apiKeyId`). */
const SECRET_NAME = /(?:password|passwd|secret|token|authorization|cookie|credentials?|api[-_]?key|private[-_]?key)$/i;

/**
 * Values that are secrets wherever they stand: our keys, providers' keys, bearer headers, signed tokens, passwords in addresses, and what a text gives a
 * name as JSON or as an environment does.
 */
const SECRET_VALUES: [RegExp, string][] = [
  [/\bcs_[\w-]{16,}/g, `cs_${REDACTED}`],
  [/\bsk-[\w-]{16,}/g, `sk-${REDACTED}`],
  [/\bgh[pousr]_\w{20,}/g, REDACTED],
  [/\bAKIA[0-9A-Z]{16}\b/g, REDACTED],
  [/\beyJ[\w-]{10,}\.[\w-]{10,}(?:\.[\w-]*)*/g, REDACTED],
  [/\b(bearer|basic)\s+[\w.~+/=-]{8,}/gi, `$1 ${REDACTED}`],
  [/\b([a-z][a-z0-9+.-]*:\/\/[^\s:@/]*):[^\s@/]+@/gi, `$1:${REDACTED}@`],
  [/("[\w-]{0,40}(?:password|passwd|secret|token|api[-_]?key|private[-_]?key)\\*"\s*:\s*\\*")[^"\\]+/gi, `$1${REDACTED}`],
  [/\b((?:[A-Z0-9]+_)*(?:PASSWORD|PASSWD|SECRET|TOKEN|API_?KEY|PRIVATE_KEY|SECRET_KEY|ACCESS_KEY)=)(?!\s)\S+/g, `$1${REDACTED}`],
  [/([?&](?:token|key|secret|password|signature)=)[^&\s"']+/gi, `$1${REDACTED}`],
];

/**
 * A copy of anything in which secrets are replaced, by the name they stand under or by their form, and errors have become plain objects.
 * For logs and for error texts: deep structures are cut at six levels.
 */
export function redact(value: unknown): unknown {
  return redactWithin(value, MAX_DEPTH);
}

/** The same for JSON that is handed out whole. */
export function redactWhole<T>(value: T): T {
  return redactWithin(value, Number.POSITIVE_INFINITY) as T;
}

function redactWithin(value: unknown, levels: number): unknown {
  if (typeof value === "string") return redactText(value);
  if (typeof value === "bigint") return String(value);
  if (value === null || typeof value !== "object") return value;
  if (levels <= 0) return "[deeper]";
  if (value instanceof Date) return value;
  if (value instanceof Error) return redactError(value, levels);
  if (Array.isArray(value)) return value.map((part) => redactWithin(part, levels - 1));
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, redactNamed(name, part, levels)]));
}

function redactText(text: string): string {
  return SECRET_VALUES.reduce((result, [pattern, replacement]) => result.replace(pattern, replacement), text);
}

function redactNamed(name: string, value: unknown, levels: number): unknown {
  return typeof value === "string" && SECRET_NAME.test(name) ? REDACTED : redactWithin(value, levels - 1);
}

/** A database error carries the statement and its parameters; only its code and message are kept. */
function redactError(error: Error, levels: number): unknown {
  const { name, message, stack, cause } = error;
  const code = "code" in error ? error.code : undefined;
  return redactWithin({ name, code, message, stack, ...(cause === undefined ? {} : { cause }) }, levels);
}

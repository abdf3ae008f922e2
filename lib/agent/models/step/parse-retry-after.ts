/**
 * The wait that a response asks for, in ms: `retry-after-ms` (OpenAI), or `Retry-After` as seconds or as an HTTP date (RFC 9110 §10.2.3).
 * Undefined when there is none or it cannot be read; a date in the past is 0.
 */
export function parseRetryAfterMs(headers: Record<string, string>, nowMs: number): number | undefined {
  const exact = Number(headers["retry-after-ms"]);
  if (headers["retry-after-ms"] && Number.isFinite(exact) && exact >= 0) return exact;
  // A header that came twice is one text with a comma; a date has one of its own.
  const text = headers["retry-after"]?.trim() ?? "";
  const seconds = text.split(",")[0]?.trim() ?? "";
  if (/^\d+(\.\d+)?$/.test(seconds)) return Number(seconds) * 1000;
  // `Date.parse` makes a date of nearly anything: "-1" is a month.
  if (!/^[A-Za-z]{3,9},? .*\d{2}:\d{2}/.test(text)) return undefined;
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, date - nowMs);
}

/**
 * The wait that a response asks for, in ms: `retry-after-ms` (OpenAI), or `Retry-After` as seconds or as an HTTP date (RFC 9110 §10.2.3).
 * Undefined when there is none or it cannot be read; a date in the past is 0.
 */
export function parseRetryAfterMs(headers: Record<string, string>, nowMs: number): number | undefined {
  const exact = Number(headers["retry-after-ms"]);
  if (headers["retry-after-ms"] && Number.isFinite(exact) && exact >= 0) return exact;
  const text = headers["retry-after"]?.trim();
  if (!text) return undefined;
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text) * 1000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, date - nowMs);
}

/**
 * PostgreSQL stores neither NUL nor half a surrogate pair. Text that comes from outside passes here once, at the door.
 * NUL becomes U+2400 (the visible sign for it), a lone surrogate U+FFFD; everything else stays as it is.
 */
export function storableText(text: string): string {
  const wellFormed = text.isWellFormed() ? text : text.toWellFormed();
  return wellFormed.includes("\0") ? wellFormed.replaceAll("\0", "\u2400") : wellFormed;
}

/** True when every string in a decoded JSON value can be stored and sent as it is. */
export function isStorable(value: unknown): boolean {
  if (typeof value === "string") return value.isWellFormed() && !value.includes("\0");
  if (Array.isArray(value)) return value.every(isStorable);
  if (value !== null && typeof value === "object") return Object.entries(value).every(([key, part]) => isStorable(key) && isStorable(part));
  return true;
}

/** A copy of a JSON value with every string made storable; the value itself when nothing had to change. */
export function storableJson<T>(value: T): T {
  return mayHoldUnstorable(JSON.stringify(value) ?? "") ? (mapStrings(value, storableText) as T) : value;
}

/** A JSON value as text that PostgreSQL takes for `jsonb`, every string in it storable. */
export function storableJsonText(value: unknown): string {
  const text = JSON.stringify(value);
  return mayHoldUnstorable(text) ? JSON.stringify(mapStrings(value, storableText)) : text;
}

/** The same for text that `JSON.stringify` made before: it writes NUL and lone surrogates as escapes, so they are quickly found. */
export function storableSerialized(text: string): string {
  return mayHoldUnstorable(text) ? JSON.stringify(mapStrings(JSON.parse(text), storableText)) : text;
}

function mayHoldUnstorable(text: string): boolean {
  return text.includes("\\u0000") || text.includes("\\ud");
}

function mapStrings(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) return value.map((part) => mapStrings(part, change));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [change(key), mapStrings(part, change)]));
}

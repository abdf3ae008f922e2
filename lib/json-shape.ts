/** Depth and number of keys of a JSON text, without recursion: hostile nesting must not reach anything that recurses. */
export function measureJson(text: string): { depth: number; keys: number } {
  let depth = 0;
  let deepest = 0;
  let keys = 0;
  for (let index = 0; index < text.length; index++) {
    switch (text.charCodeAt(index)) {
      case 34: // "
        index = endOfString(text, index);
        break;
      case 58: // :
        keys++;
        break;
      case 91: // [
      case 123: // {
        deepest = Math.max(deepest, ++depth);
        break;
      case 93: // ]
      case 125: // }
        depth--;
    }
  }
  return { depth: deepest, keys };
}

function endOfString(text: string, start: number): number {
  let index = start + 1;
  for (;;) {
    const quote = text.indexOf('"', index);
    if (quote < 0) return text.length;
    let backslashes = 0;
    while (text.charCodeAt(quote - 1 - backslashes) === 92) backslashes++;
    if (backslashes % 2 === 0) return quote;
    index = quote + 1;
  }
}

/** Keys of a decoded JSON value, at every depth. Fewer than its text has: one stood there twice, and the last one won. */
export function countKeys(value: unknown): number {
  if (value === null || typeof value !== "object") return 0;
  if (Array.isArray(value)) return value.reduce<number>((sum, part) => sum + countKeys(part), 0);
  return Object.values(value).reduce<number>((sum, part) => sum + 1 + countKeys(part), 0);
}

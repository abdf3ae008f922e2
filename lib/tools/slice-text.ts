export interface TextSlice {
  content: string;
  /** Where the rest begins; null when this is the end. */
  next: number | null;
}

/** A stretch of text that splits no character; following `next` from 0 to the end gives the whole text. */
export function sliceText(text: string, offset: number, maxChars: number): TextSlice {
  let end = Math.min(text.length, offset + maxChars);
  if (end < text.length && isHighSurrogate(text.charCodeAt(end - 1))) end -= 1;
  return { content: text.slice(offset, end), next: end < text.length ? end : null };
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xdc00;
}

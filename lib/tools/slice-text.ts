export interface TextSlice {
  content: string;
  /** Where the rest begins; null when this is the end. */
  next: number | null;
}

/** A stretch of text that splits no character; following `next` from 0 to the end gives the whole text. */
export function sliceText(text: string, offset: number, maxChars: number): TextSlice {
  // An offset that a caller made up may lie in the middle of one; then it is shown whole.
  const start = splitsCharacter(text, offset) ? offset - 1 : offset;
  let end = Math.min(text.length, offset + maxChars);
  if (splitsCharacter(text, end)) end -= 1;
  return { content: text.slice(start, end), next: end < text.length ? end : null };
}

function splitsCharacter(text: string, at: number): boolean {
  return at > 0 && isBetween(text.charCodeAt(at - 1), 0xd800, 0xdbff) && isBetween(text.charCodeAt(at), 0xdc00, 0xdfff);
}

function isBetween(unit: number, first: number, last: number): boolean {
  return unit >= first && unit <= last;
}

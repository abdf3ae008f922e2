/** A part of an address, or a value that was sent, in the ways in which whoever got it may write it again: as it is, encoded once more, and decoded. */
export function spellingsOf(part: string): string[] {
  return [part, encodeURIComponent(part), decoded(part)];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

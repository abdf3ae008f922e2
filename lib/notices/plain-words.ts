/** A dot in the name of a host, of which chat services make a link, and a colon in front of a word, of which they make pictures; not those of numbers. */
const JOINT = /(?<!\d(?=[.:]\d))[.:](?=[^\s.])/g;

/**
 * A text that people or models chose, for a message to a chat service: without what would be read as a mention, a link or a style there, on one line,
 * 100 characters at most.
 */
export function plainWords(text: string): string {
  const plain = text
    .replace(/[^\p{L}\p{M}\p{N} .,:;'’()%+/-]/gu, " ")
    .replace(/:?\/{2,}/g, " ")
    .replace(JOINT, "$& ");
  const line = plain.replace(/\s+/g, " ").trim();
  return line.length > 100 ? `${line.slice(0, 99).toWellFormed()}…` : line;
}

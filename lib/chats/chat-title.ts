import { z } from "zod";

/** Something that an eye can see: not all of it is blanks, control characters, characters without a width and fillers. */
const VISIBLE = /[^\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** What a thing may be called, of the sizes of `size`: on one line, whatever was pasted, with something in it that can be seen. */
export function oneLineTitle(size: z.ZodString) {
  return z.string().transform(onOneLine).pipe(size.regex(VISIBLE, "At least one character that can be seen."));
}

/** What a person may call a chat. */
export const chatTitle = oneLineTitle(z.string().trim().min(1).max(200));

const TITLE_CHARS = 60;
const HALF_CHARACTER = /\p{Surrogate}$/u;

/** What a chat is called after its first message: the first line in which there is something to see, cut at a word when one ends in its second half. */
export function titleFrom(text: string): string {
  const found = text.split(/[\r\n]+/).find((candidate) => VISIBLE.test(candidate)) ?? "";
  const line = onOneLine(found).trim();
  if (line.length <= TITLE_CHARS) return line;
  const cut = line.slice(0, TITLE_CHARS).replace(HALF_CHARACTER, "");
  const blank = cut.lastIndexOf(" ");
  return `${cut.slice(0, blank > TITLE_CHARS / 2 ? blank : undefined)}…`;
}

function onOneLine(text: string): string {
  return text.replace(/[\t\n\v\f\r\u0085\u2028\u2029]+/g, " ");
}

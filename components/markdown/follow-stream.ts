import type { Code, RootContent } from "mdast";
import { closeOpenMarks } from "#components/markdown/close-open-marks.ts";
import { parseMarkdown, plainRoot } from "#components/markdown/parse-markdown.ts";

/**
 * A message while it is being written. `settled` blocks never change again (the same objects from one step to the next, so React leaves
 * them alone); `open` is the block at the end that still grows.
 */
export interface FollowedText {
  text: string;
  settled: RootContent[];
  settledUpTo: number;
  open: RootContent[];
}

export const NOTHING_YET: FollowedText = { text: "", settled: [], settledUpTo: 0, open: [] };

/** An open block longer than this is shown as it is until it ends: parsing it again for every few characters would cost the square. */
const MAX_OPEN_CHARACTERS = 20_000;

/**
 * The next step of a growing text, at the cost of its last block alone: block structure is decided line by line, so whatever is before the
 * last block of the complete lines is final (CommonMark 0.31.2, appendix "A parsing strategy"). Unfinished emphasis, links and code at the
 * end are closed for the time being; no character disappears. A text that does not continue the former one is followed from its beginning.
 * References to definitions in other blocks are resolved only by parsing the finished text.
 */
export function followStream(before: FollowedText, written: string): FollowedText {
  const text = written.replace(/\r\n?/g, "\n");
  if (text === before.text) return before;
  const from = text.startsWith(before.text) ? before : NOTHING_YET;
  const { settled, settledUpTo } = settle(from, text);
  return { text, settled, settledUpTo, open: parseOpen(text.slice(settledUpTo)) };
}

function settle(from: FollowedText, text: string): Pick<FollowedText, "settled" | "settledUpTo"> {
  const completeUpTo = text.lastIndexOf("\n") + 1;
  // No new complete line, or the whole rest is one open fence: nothing can have been decided.
  if (completeUpTo <= from.text.lastIndexOf("\n") + 1 || openFence(text.slice(from.settledUpTo))) return from;
  const rest = text.slice(from.settledUpTo, completeUpTo);
  const blocks = parseMarkdown(rest).children;
  const last = blocks.at(-1)?.position?.start.offset;
  if (blocks.length < 2 || last === undefined) return from;
  return { settled: [...from.settled, ...blocks.slice(0, -1)], settledUpTo: from.settledUpTo + rest.lastIndexOf("\n", last - 1) + 1 };
}

function parseOpen(rest: string): RootContent[] {
  const fence = openFence(rest);
  if (fence) return [fence];
  if (rest.length > MAX_OPEN_CHARACTERS) return plainRoot(rest).children;
  return parseMarkdown(closeOpenMarks(keepHalfImage(rest))).children;
}

/** An image that is not finished would be taken away until it is; with its bracket as a character reference it stands there as text. */
function keepHalfImage(rest: string): string {
  const at = rest.search(/!\[[^\]\n]*(?:\](?:\([^)\n]*)?)?$/);
  return at === -1 || isInsideCode(rest.slice(0, at)) ? rest : `${rest.slice(0, at)}!&#91;${rest.slice(at + 2)}`;
}

function isInsideCode(before: string): boolean {
  return before.split("`").length % 2 === 0;
}

const FENCE = /^ {0,3}(`{3,}|~{3,})[ \t]*([^\s`]*)([^\n`]*)(?:\n|$)/;

/** The code block that an unclosed fence at the beginning of `rest` opens, without the parser: it may have a hundred thousand lines. */
function openFence(rest: string): Code | undefined {
  const opening = FENCE.exec(rest);
  const mark = opening?.[1];
  if (!opening || !mark) return undefined;
  const closing = new RegExp(`\\n {0,3}${mark[0]}{${mark.length},}[ \\t]*(?:\\n|$)`);
  const body = rest.slice(opening[0].length);
  if (closing.test(`\n${body}`)) return undefined;
  return { type: "code", lang: opening[2] || null, meta: opening[3]?.trim() || null, value: body.replace(/\n$/, "") };
}

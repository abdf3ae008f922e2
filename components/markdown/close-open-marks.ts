interface Open {
  mark: string;
  length: number;
}

interface Scanned {
  /** What has been opened and not closed, outermost first. */
  open: Open[];
  /** Where the text ends that can be added to. */
  end: number;
  /** A link whose address is unfinished: where its words begin (at the bracket) and end. */
  link: { from: number; to: number } | null;
}

/** More than this is not writing, and would only be closed into a tree that is too deep to draw. */
const MAX_OPEN = 20;

/**
 * A block whose end is still being written, with the emphasis, strikethrough, code and link that its last lines have begun closed for the time
 * being (CommonMark 0.31.2, 6.1 to 6.3, as far as it can be told from the left). Only half an address is left out; whatever else is guessed
 * wrong is put right when the text goes on. Linear in the length of the text.
 */
export function closeOpenMarks(text: string): string {
  if (/^(?: {4}|\t)/.test(text) || hasOpenFence(text)) return text;
  const { open, end, link } = scan(text, startOfLastLines(text));
  if (open.length > MAX_OPEN) return text;
  const closers = open
    .toReversed()
    .map(({ mark, length }) => mark.repeat(length))
    .join("");
  if (link) return `${text.slice(0, link.from)}${text.slice(link.from + 1, link.to)}${closers}`;
  return `${text.slice(0, end)}${closers}${text.slice(end)}`;
}

const FENCE_LINE = /^[ \t>]*(?:(?:[-+*]|\d{1,9}[.)])[ \t]+)?(?:`{3,}|~{3,})/gm;

/** A fence within a list or a quote; at the beginning of the block it is not ours. */
function hasOpenFence(text: string): boolean {
  return (text.match(FENCE_LINE)?.length ?? 0) % 2 === 1;
}

const BEGINS_A_BLOCK = /^[ \t]*(?:[-+*][ \t]|\d{1,9}[.)][ \t]|>)/;
/** Headings end with their line, cells with their bar. */
const IS_ITS_LINE = /^ {0,3}(?:#{1,6}[ \t]|\|)/;

/** Where the paragraph, item, heading or table cell at the end begins: marks do not reach over its edge. */
function startOfLastLines(text: string): number {
  let from = text.length;
  while (from > 0) {
    const lineFrom = from > 1 ? text.lastIndexOf("\n", from - 2) + 1 : 0;
    const line = text.slice(lineFrom, from);
    if (line.trim() === "" && from < text.length) return from;
    if (IS_ITS_LINE.test(line)) return from < text.length ? from : lineFrom + line.lastIndexOf("|") + 1;
    if (BEGINS_A_BLOCK.test(line)) return lineFrom;
    from = lineFrom;
  }
  return 0;
}

function scan(text: string, from: number): Scanned {
  const end = text.trimEnd().length;
  const open: Open[] = [];
  const brackets: number[] = [];
  for (let at = from; at < end; at++) {
    switch (text[at]) {
      case "\\":
        // A mark added behind it would be taken for itself.
        if (at + 1 === end) return { open, end: at, link: null };
        at++;
        break;
      case "[":
        brackets.push(at);
        break;
      case "]": {
        const words = brackets.pop();
        if (words === undefined || text[at + 1] !== "(") break;
        const close = text.indexOf(")", at);
        if (close === -1) return { open, end, link: { from: words, to: at } };
        at = close;
        break;
      }
      case "`": {
        const length = runLength(text, at);
        const close = closingRun(text, at + length, length);
        if (close === -1 && at + length < end) return { open: [...open, { mark: "`", length }], end, link: null };
        at = close === -1 ? end : close + length - 1;
        break;
      }
      case "*":
      case "_":
      case "~": {
        const length = runLength(text, at);
        if (text[at] !== "~" || length === 2) emphasize(open, text, at, length, end);
        at += length - 1;
      }
    }
  }
  return { open, end, link: null };
}

function runLength(text: string, at: number): number {
  let to = at + 1;
  while (text[to] === text[at]) to++;
  return to - at;
}

function closingRun(text: string, from: number, length: number): number {
  for (let at = text.indexOf("`", from); at !== -1; ) {
    const found = runLength(text, at);
    if (found === length) return at;
    at = text.indexOf("`", at + found);
  }
  return -1;
}

/** Takes a run of marks as what closes, then what is left of it as what opens (6.2, "left-flanking" and "right-flanking"). */
function emphasize(open: Open[], text: string, at: number, length: number, end: number): void {
  const mark = text.charAt(at);
  const before = text.charAt(at - 1);
  const after = at + length < end ? text.charAt(at + length) : "";
  const isWithinWord = mark === "_" && isLetter(before) && isLetter(after);
  if (isWithinWord) return;
  let left = length;
  while (left > 0 && !isSpace(before)) {
    const last = open.findLastIndex((opened) => opened.mark === mark);
    const opened = open[last];
    if (!opened) break;
    const taken = Math.min(left, opened.length);
    opened.length -= taken;
    left -= taken;
    open.length = opened.length === 0 ? last : last + 1;
  }
  const isLeftFlanking = !isSpace(after) && (isLetter(after) || !isLetter(before));
  if (left > 0 && isLeftFlanking) open.push({ mark, length: left });
}

/** White space, or the text's edge. */
function isSpace(character: string): boolean {
  return character.trim() === "";
}

function isLetter(character: string): boolean {
  return character !== "" && !/[\s\p{P}\p{S}]/u.test(character);
}

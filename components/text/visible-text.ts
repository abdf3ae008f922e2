import { asciiLookalike } from "#components/text/confusables.ts";

export type HiddenKind = "control" | "bidi" | "invisible" | "tag" | "space" | "confusable" | "combining" | "unassigned";

/** A stretch of a text: as it is, or something in it that a reader could not see, written out. The `text`s together are what is shown. */
export type Segment =
  | { kind: "text"; text: string }
  | { kind: "escape"; text: string; hidden: HiddenKind; looksLike?: string }
  | { kind: "fold"; text: string; count: number };

/**
 * `exact` is for what will run or be compared (commands, paths, arguments, hosts): everything that is not plainly itself is written out,
 * letters that imitate ASCII too, and long runs of white space are folded with their count. `code` is for source text: the same, but
 * letters of other scripts, emoji and indentation stay. `prose` leaves what writing needs: emoji, joiners, direction marks, no-break spaces.
 */
export type VisibleTextMode = "exact" | "code" | "prose";

const MAX_SPACES = 8;
const MAX_LINE_BREAKS = 3;
const MAX_MARKS_IN_ROW = 4;

/**
 * Splits a text so that nothing in it can hide: control, bidirectional, zero-width, tag, filler and unassigned characters, lone
 * surrogates and odd spaces become `\u{…}`, in any mode; see {@link VisibleTextMode} for the differences. Never throws, drops nothing.
 * A text that hides nothing comes back as one segment.
 */
export function toSegments(text: string, mode: VisibleTextMode): Segment[] {
  if (!mayHide(text, mode)) return text === "" ? [] : [{ kind: "text", text }];
  const segments: Segment[] = [];
  let marksInRow = 0;
  for (const piece of text.match(PIECES[mode]) ?? []) {
    const isDisguise = mode === "exact" && imitatesAscii(piece);
    for (const unit of unitsOf(piece)) {
      const isMark = /^\p{M}$/u.test(unit);
      marksInRow = isMark ? marksInRow + 1 : 0;
      const isPiledUp = isMark && (marksInRow > MAX_MARKS_IN_ROW || (mode === "exact" && followsAscii(segments)));
      append(segments, isPiledUp && !hiddenKind(unit) ? escaped(unit, "combining") : judge(unit, mode, isDisguise));
    }
  }
  return segments;
}

/** The text with everything hidden written out: what is shown, logged and copied. */
export function escapeVisible(text: string, mode: VisibleTextMode): string {
  return toSegments(text, mode)
    .map((segment) => segment.text)
    .join("");
}

/** How many characters a reader would not have seen for what they are. Folded white space does not count. */
export function countHidden(segments: Segment[]): number {
  return segments.filter((segment) => segment.kind === "escape").length;
}

const EMOJI = "\\p{RGI_Emoji}";
const PIECES: Record<VisibleTextMode, RegExp> = {
  exact: new RegExp(`\\r\\n| {${MAX_SPACES + 1},}|\\t{${MAX_SPACES + 1},}|\\n{${MAX_LINE_BREAKS + 1},}|[\\p{L}\\p{M}\\p{N}]+|[^]`, "gu"),
  code: new RegExp(`\\r\\n|${EMOJI}|[^]`, "gv"),
  prose: new RegExp(`\\r\\n|${EMOJI}|[^]`, "gv"),
};

const PIECES_TO_FOLD = new RegExp(` {${MAX_SPACES + 1}}|\\n{${MAX_LINE_BREAKS + 1}}`);

/** A quick look that most texts pass: printable ASCII and line breaks, no long runs. In prose, letters and marks of any script too. */
function mayHide(text: string, mode: VisibleTextMode): boolean {
  if (mode === "exact") return !/^[\n -~]*$/.test(text) || PIECES_TO_FOLD.test(text);
  if (mode === "code") return !/^[\t\n -~]*$/.test(text);
  return !/^[\t\n\p{L}\p{N}\p{P}\p{S} ]*$/u.test(text) || /\p{DI}/u.test(text);
}

/** What is judged as one: a run of white space, a line break, an emoji; a word is judged letter by letter. */
function unitsOf(piece: string): Iterable<string> {
  return /^(?:\s+|\p{RGI_Emoji})$/v.test(piece) ? [piece] : piece;
}

function judge(unit: string, mode: VisibleTextMode, isDisguise: boolean): Segment {
  if (unit === "\r\n") return mode === "exact" ? escaped("\r", "control", "\n") : plain("\n");
  if (mode === "exact" && unit.length > 1 && /^[ \t\n]+$/.test(unit)) return folded(unit);
  if (unit === "\n" || (unit === "\t" && mode !== "exact") || (unit >= " " && unit <= "~")) return plain(unit);
  if (mode !== "exact" && /^\p{RGI_Emoji}$/v.test(unit)) return plain(unit);
  if (mode === "prose" && WRITING.has(unit)) return plain(unit);
  const kind = hiddenKind(unit);
  if (kind) return escaped(unit, kind);
  const looksLike = isDisguise ? asciiLookalike(unit) : undefined;
  return looksLike === undefined ? plain(unit) : { ...escaped(unit, "confusable"), looksLike };
}

/**
 * True for a word that passes for an ASCII one: it mixes ASCII with look-alikes, or consists of nothing else. A word that is plainly of
 * another script (a Russian file name) is not in disguise although single letters of it resemble Latin ones.
 */
function imitatesAscii(word: string): boolean {
  let imitating = 0;
  let foreign = 0;
  let ascii = 0;
  for (const character of word) {
    if (character <= "\u007f") ascii += 1;
    else if (asciiLookalike(character) !== undefined) imitating += 1;
    else foreign += 1;
  }
  return imitating > 0 && (ascii > 0 || foreign === 0);
}

function append(segments: Segment[], segment: Segment): void {
  const last = segments.at(-1);
  if (segment.kind === "text" && last?.kind === "text") last.text += segment.text;
  else segments.push(segment);
}

function followsAscii(segments: Segment[]): boolean {
  const last = segments.at(-1);
  return last?.kind === "text" && /[ -~]$/.test(last.text.slice(-1));
}

/** What people write with: joiners, direction marks, no-break and ideographic spaces, soft hyphens, emoji and text selectors. */
const WRITING = new Set("\u200c\u200d\u200e\u200f\u061c\u00a0\u202f\u3000\u00ad\ufe0e\ufe0f");

function hiddenKind(character: string): HiddenKind | undefined {
  if (/^[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]$/.test(character)) return "bidi";
  if (/^[\u{e0000}-\u{e007f}]$/u.test(character)) return "tag";
  if (/^[\p{Cc}\u2028\u2029]$/u.test(character)) return "control";
  if (/^\p{Zs}$/u.test(character)) return "space";
  // Not default-ignorable by the standard, yet empty on the page: Braille blank, object replacement, annotation anchors, invisible notes.
  if (/^[\p{DI}\p{Cf}\u2800\ufffc]$/u.test(character)) return "invisible";
  if (/^[\p{Cn}\p{Co}\p{Cs}]$/u.test(character)) return "unassigned";
  return undefined;
}

function plain(text: string): Segment {
  return { kind: "text", text };
}

function escaped(character: string, hidden: HiddenKind, after = ""): Segment & { kind: "escape" } {
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase();
  return { kind: "escape", text: `\\u{${code}}${after}`, hidden };
}

function folded(run: string): Segment {
  const unit = run[0] === " " ? "spaces" : run[0] === "\t" ? "tabs" : "line breaks";
  return { kind: "fold", text: `[${run.length} ${unit}]`, count: run.length };
}

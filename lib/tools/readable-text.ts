// Control sequences of terminals (ECMA-48): CSI; OSC, DCS, SOS, PM and APC with their texts; escapes of two or three bytes.
const CONTROL_SEQUENCE = new RegExp(
  [
    String.raw`(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]`,
    String.raw`(?:\x1b[\]PX^_]|[\x9d\x90\x98\x9e\x9f])[^\x07\x1b\x90-\x9f]{0,4096}(?:\x07|\x1b\\|\x9c)`,
    String.raw`\x1b[ -/]*[0-OQ-WYZ\x60-~]`,
  ].join("|"),
  "g",
);
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for.
const UNFINISHED_SEQUENCE = /^\x1b(?:\[[0-?]*[ -/]*|[\]PX^_][^\x07\x1b]*)?$/;
// With what follows, so that many of them without an end of line are looked at once.
const CARRIAGE_RETURNS = /\r+\n?/g;
// Everything else that a reader does not see, without tab and line feed: shown, never dropped. Emoji keep their joiners.
const UNSEEN = /(?![\t\n])[\p{Cc}\p{Bidi_Control}\u200b\u2060\ufeff\u{e0000}-\u{e007f}]/gu;

/**
 * What a program wrote for a terminal, as text to read. Colours, cursor moves, titles, links and clipboard writes are taken out; a lone
 * carriage return, which overwrites a line on a terminal, begins a new one; whatever else is invisible is written out (`␇`, `\u202e`).
 */
export function readableText(text: string): string {
  return text.replace(CONTROL_SEQUENCE, "").replace(CARRIAGE_RETURNS, newLines).replace(UNSEEN, spellOut).toWellFormed();
}

function newLines(run: string): string {
  return run.endsWith("\n") ? "\n" : "\n".repeat(run.length);
}

function spellOut(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x20) return String.fromCodePoint(0x2400 + code);
  return code === 0x7f ? "\u2421" : `\\u${code.toString(16).padStart(4, "0")}`;
}

/** Where a control sequence begins that the text does not finish; the length of the text when there is none. */
export function unfinishedSequenceAt(text: string): number {
  const from = text.lastIndexOf("\x1b");
  if (from === -1 || text.length - from > 4_096) return text.endsWith("\r") ? text.length - 1 : text.length;
  return UNFINISHED_SEQUENCE.test(text.slice(from)) ? from : text.length;
}

export interface CutText {
  text: string;
  /** UTF-8 bytes of what was taken out. */
  cutBytes: number;
}

/** Room for the line that says what is missing. */
const NOTICE_CHARS = 120;

/**
 * At most `maxChars` characters of an output: its beginning and its end, with a line between them that says how much is missing. The end
 * gets the larger part, since errors stand there. No character is split. `droppedBytes`: what was lost between `head` and `tail` before.
 */
export function cutMiddle(head: string, tail: string, droppedBytes: number, maxChars: number): CutText {
  if (droppedBytes === 0 && head.length + tail.length <= maxChars) return { text: head + tail, cutBytes: 0 };
  const room = maxChars - NOTICE_CHARS;
  const whole = droppedBytes === 0 ? head + tail : null;
  const first = startOf(whole ?? head, Math.floor(room * 0.4));
  const last = endOf(whole ?? tail, room - first.length);
  const cutBytes = droppedBytes + Buffer.byteLength(head) + Buffer.byteLength(tail) - Buffer.byteLength(first) - Buffer.byteLength(last);
  return { text: `${endLine(first)}[… ${cutBytes.toLocaleString("en-US")} bytes cut here …]\n${last}`, cutBytes };
}

function startOf(text: string, chars: number): string {
  return text.slice(0, chars > 0 && isHighSurrogate(text.charCodeAt(chars - 1)) ? chars - 1 : chars);
}

function endOf(text: string, chars: number): string {
  const from = Math.max(0, text.length - chars);
  return text.slice(from > 0 && isHighSurrogate(text.charCodeAt(from - 1)) ? from + 1 : from);
}

const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit < 0xdc00;
const endLine = (text: string): string => (text === "" || text.endsWith("\n") ? text : `${text}\n`);

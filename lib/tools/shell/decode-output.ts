export interface DecodedOutput {
  text: string;
  /** Bytes that are not UTF-8 and stand in the text as U+FFFD. */
  invalidBytes: number;
  /** Data rather than text; then `text` is one line that says so. */
  isBinary: boolean;
}

/** A text has hardly any control characters; random or compressed data has one in eight. */
const MAX_CONTROL_SHARE = 0.05;

/** `isCutBefore`, `isCutAfter`: other bytes stood there, so half a character at that end is not the program's fault and is left out. */
export function decodeOutput(bytes: Buffer, cut: { isCutBefore?: boolean; isCutAfter?: boolean } = {}): DecodedOutput {
  const whole = bytes.subarray(cut.isCutBefore ? leadingContinuation(bytes) : 0, cut.isCutAfter ? lastBoundary(bytes) : bytes.length);
  if (isBinary(whole)) {
    const start = whole.subarray(0, 32).toString("hex").replace(/../g, "$& ").trim();
    return { text: `[binary data, ${bytes.length} bytes, not shown; it begins ${start}]\n`, invalidBytes: 0, isBinary: true };
  }
  const text = whole.toString("utf8");
  return { text, invalidBytes: countInvalid(whole, text), isBinary: false };
}

function isBinary(bytes: Buffer): boolean {
  let controls = 0;
  for (const byte of bytes) if (byte < 0x20 && !IN_TEXT.has(byte)) controls++;
  return controls > Math.max(4, bytes.length * MAX_CONTROL_SHARE) && bytes.includes(0);
}

/** Bell, backspace, tab, line feed, form feed, carriage return, escape. */
const IN_TEXT = new Set([0x07, 0x08, 0x09, 0x0a, 0x0c, 0x0d, 0x1b]);

/** Decoding turns each byte of a broken sequence, or a run of them, into one U+FFFD; going back shows how many bytes that cost. */
function countInvalid(bytes: Buffer, text: string): number {
  const marks = (text.match(/\ufffd/g) ?? []).length;
  if (marks === 0) return 0;
  return bytes.length - (Buffer.byteLength(text) - 3 * marks) - 3 * countWritten(bytes);
}

/** U+FFFD that the program wrote itself. */
function countWritten(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(WRITTEN); at !== -1; at = bytes.indexOf(WRITTEN, at + 3)) count++;
  return count;
}

const WRITTEN = Buffer.from("\ufffd");

function leadingContinuation(bytes: Buffer): number {
  let at = 0;
  while (at < 3 && at < bytes.length && isContinuation(bytes[at])) at++;
  return at;
}

/** Where the last character that is whole ends. */
function lastBoundary(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(4, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (isContinuation(byte)) continue;
    const length = byte < 0xc0 ? 1 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
    return length > back ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}

const isContinuation = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80;

/** Where the WHATWG prescan for a `<meta charset>` gives up. */
const PRESCAN_BYTES = 1_024;
const XML_ENCODING = /^\s*<\?xml\s[^>]*?encoding\s*=\s*["']([\w:.-]+)["']/i;
const META_CHARSET = /<meta\s[^>]*?charset\s*=\s*["']?\s*([\w:.-]+)/i;

/**
 * Decodes a body by the order of the HTML standard: byte order mark, `Content-Type`, `<meta>` in the first 1,024 bytes, and for what is no
 * HTML (feeds) the XML declaration; without any of these as UTF-8 when it is valid UTF-8, else as windows-1252. Never throws: bytes that do not fit become U+FFFD.
 */
export function decodeText(bytes: Uint8Array, contentType: string, isHtml: boolean): { text: string; charset: string } {
  const decoder = makeDecoder(bomOf(bytes) ?? charsetOf(contentType)) ?? makeDecoder(charsetInside(bytes, isHtml)) ?? guess(bytes);
  return { text: decoder.decode(bytes), charset: decoder.encoding };
}

function bomOf(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return "utf-8";
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  return undefined;
}

/** Whether the header says UTF-16: such text is full of NUL bytes without being binary. */
export function isUtf16(contentType: string): boolean {
  return /^utf-?16/i.test(charsetOf(contentType) ?? "");
}

function charsetOf(contentType: string): string | undefined {
  return /;\s*charset\s*=\s*["']?([^"';\s]+)/i.exec(contentType)?.[1];
}

/** A document that could be read as ASCII this far is not UTF-16, whatever it says (HTML standard, prescan, step 12). */
function charsetInside(bytes: Uint8Array, isHtml: boolean): string | undefined {
  const start = Buffer.from(bytes.subarray(0, PRESCAN_BYTES)).toString("latin1");
  const label = (isHtml && META_CHARSET.exec(start)?.[1]) || XML_ENCODING.exec(start)?.[1];
  return label && /^utf-?16/i.test(label) ? "utf-8" : label;
}

function makeDecoder(label: string | undefined): TextDecoder | null {
  if (label === undefined) return null;
  try {
    return new TextDecoder(label);
  } catch {
    return null; // an unknown label counts as none
  }
}

function guess(bytes: Uint8Array): TextDecoder {
  try {
    // `stream`: the last character may be cut by the size limit.
    new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: true });
    return new TextDecoder("utf-8");
  } catch {
    return new TextDecoder("windows-1252");
  }
}

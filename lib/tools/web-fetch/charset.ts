/** Where the WHATWG prescan for a `<meta charset>` gives up. */
const PRESCAN_BYTES = 1_024;
const META_CHARSET = /<meta\s[^>]*?charset\s*=\s*["']?\s*([\w:.-]+)/i;

/**
 * Decodes a body by the order of the HTML standard: byte order mark, `Content-Type`, `<meta>` in the first 1,024 bytes; without any of
 * these as UTF-8 when it is valid UTF-8, else as windows-1252. Never throws: bytes that do not fit become U+FFFD.
 */
export function decodeText(bytes: Uint8Array, contentType: string, isHtml: boolean): { text: string; charset: string } {
  const decoder = makeDecoder(bomOf(bytes) ?? charsetOf(contentType)) ?? (isHtml ? makeDecoder(metaCharset(bytes)) : null) ?? guess(bytes);
  return { text: decoder.decode(bytes), charset: decoder.encoding };
}

function bomOf(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return "utf-8";
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  return undefined;
}

function charsetOf(contentType: string): string | undefined {
  return /;\s*charset\s*=\s*["']?([^"';\s]+)/i.exec(contentType)?.[1];
}

/** A document that could be read as ASCII this far is not UTF-16, whatever it says (HTML standard, prescan, step 12). */
function metaCharset(bytes: Uint8Array): string | undefined {
  const label = META_CHARSET.exec(new TextDecoder("latin1").decode(bytes.subarray(0, PRESCAN_BYTES)))?.[1];
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

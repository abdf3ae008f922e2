import { isUtf8 } from "node:buffer";

/** The WHATWG prescan for a `<meta charset>` may give up after 1,024 bytes; browsers look through the whole head, and pages rely on it. */
const PRESCAN_BYTES = 65_536;
const HEAD_END = /<\/head\b|<body\b/i;
const COMMENT = /<!--.*?(?:-->|$)/gs;
/** Not as long as a hostile page would have it: its attributes are searched from each character on. */
const META = /<meta[\s/]([^>]{0,1000})/gi;
const ATTRIBUTE = /([^\s=/"'>]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/g;
const CHARSET = /charset\s*=\s*["']?\s*([\w:.-]+)/i;
const XML_ENCODING = /^\s*<\?xml\s[^>]*?encoding\s*=\s*["']([\w:.-]+)["']/i;

/**
 * Decodes a body by the order of the HTML standard: byte order mark, `Content-Type`, `<meta>` in the head, and for what is no HTML (feeds) the XML
 * declaration; without any of these as UTF-8 when it is valid UTF-8, else as windows-1252. Never throws: bytes that do not fit become U+FFFD.
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

export function hasUtf16Mark(bytes: Uint8Array): boolean {
  return bomOf(bytes)?.startsWith("utf-16") ?? false;
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
  const label = (isHtml && charsetOfHead(start)) || XML_ENCODING.exec(start)?.[1];
  return label && /^utf-?16/i.test(label) ? "utf-8" : label;
}

/** Of the first `<meta>` that names one, as its own attribute or for `http-equiv`; what stands in comments, or in a description, names none. */
function charsetOfHead(html: string): string | undefined {
  const [head = ""] = html.replace(COMMENT, "").split(HEAD_END, 1);
  for (const [, text = ""] of head.matchAll(META)) {
    const attributes = new Map([...text.matchAll(ATTRIBUTE)].map(([, name = "", a, b, c]) => [name.toLowerCase(), a ?? b ?? c ?? ""]));
    const isContentType = attributes.get("http-equiv")?.trim().toLowerCase() === "content-type";
    const label = attributes.get("charset")?.trim() || (isContentType && CHARSET.exec(attributes.get("content") ?? "")?.[1]);
    if (label) return label;
  }
  return undefined;
}

function makeDecoder(label: string | undefined): TextDecoder | null {
  if (label === undefined) return null;
  try {
    return new TextDecoder(label);
  } catch {
    return null; // an unknown label counts as none
  }
}

/**
 * Whether bytes are UTF-8 whose last character may be cut by the size limit. Nothing but ASCII before such a rest says nothing: then it is a letter
 * of a one-byte set.
 */
export function isUtf8Text(bytes: Uint8Array): boolean {
  if (isUtf8(bytes)) return true;
  try {
    return /[^\0-\x7f]/.test(new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: true }));
  } catch {
    return false;
  }
}

function guess(bytes: Uint8Array): TextDecoder {
  return new TextDecoder(isUtf8Text(bytes) ? "utf-8" : "windows-1252");
}

import { describeBinary } from "../describe-binary.ts";
import { hasUtf16Mark, isUtf8Text, isUtf16 } from "./charset.ts";

export type ContentKind = "html" | "text" | "binary";

const TEXT_TYPES =
  /^(text\/|application\/([\w.-]+\+)?(json|xml|yaml)$|application\/(x-)?(javascript|ecmascript|ndjson|x-www-form-urlencoded|x-yaml|toml|sql|graphql)$|image\/svg\+xml$)/;
/** These say nothing about what comes. */
const UNTOLD_TYPES: ReadonlySet<string> = new Set(["", "application/octet-stream", "binary/octet-stream"]);
const SNIFF_BYTES = 4_096;

/** How a body is to be shown. What the server says counts only as far as the bytes agree: a NUL in "text" is no text. */
export function contentKind(contentType: string, bytes: Uint8Array): ContentKind {
  const mediaType = mediaTypeOf(contentType);
  if (bytes.length === 0) return "text";
  const isBinary = !isUtf16(contentType) && looksBinary(bytes);
  if (mediaType === "text/html" || mediaType === "application/xhtml+xml") return isBinary ? "binary" : "html";
  if (TEXT_TYPES.test(mediaType)) return isBinary ? "binary" : "text";
  if (mediaType.startsWith("application/") && !UNTOLD_TYPES.has(mediaType)) return isPlainText(bytes) ? "text" : "binary";
  if (!UNTOLD_TYPES.has(mediaType)) return "binary";
  // A type that means "bytes" needs a better reason to be text than one that was forgotten.
  if (mediaType === "" ? looksBinary(bytes) : !isPlainText(bytes)) return "binary";
  return /^\s*<(!doctype html|html|head|body)\b/i.test(asLatin1(bytes.subarray(0, 512))) ? "html" : "text";
}

/** `Text/HTML; charset=x` → `text/html`. */
export function mediaTypeOf(contentType: string): string {
  return (contentType.split(";")[0] ?? "").trim().toLowerCase();
}

/** NUL or many control bytes at the start, unless UTF-16 announces itself. */
function looksBinary(bytes: Uint8Array): boolean {
  const start = bytes.subarray(0, SNIFF_BYTES);
  if (hasUtf16Mark(start)) return false;
  const controls = start.reduce((count, byte) => count + (byte < 9 || (byte > 13 && byte < 32 && byte !== 27) ? 1 : 0), 0);
  return start.includes(0) || controls > Math.max(3, start.length / 20);
}

/** There are more kinds of text under application/ (csv, jsonl, scripts) than anyone can list. */
function isPlainText(bytes: Uint8Array): boolean {
  return !looksBinary(bytes) && describeBinary(bytes) === null && (hasUtf16Mark(bytes) || isUtf8Text(bytes));
}

function asLatin1(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("latin1");
}

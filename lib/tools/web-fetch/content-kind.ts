export type ContentKind = "html" | "text" | "binary";

const TEXT_TYPES =
  /^(text\/|application\/([\w.-]+\+)?(json|xml|yaml)$|application\/(x-)?(javascript|ecmascript|ndjson|x-www-form-urlencoded|x-yaml|toml|sql|graphql)$|image\/svg\+xml$)/;
const SNIFF_BYTES = 4_096;

/** How a body is to be shown. What the server says counts only as far as the bytes agree: a NUL in "text" is no text. */
export function contentKind(contentType: string, bytes: Uint8Array): ContentKind {
  const mediaType = mediaTypeOf(contentType);
  if (mediaType === "text/html" || mediaType === "application/xhtml+xml") return looksBinary(bytes) ? "binary" : "html";
  if (TEXT_TYPES.test(mediaType)) return looksBinary(bytes) ? "binary" : "text";
  if (mediaType !== "" && mediaType !== "application/octet-stream") return "binary";
  if (looksBinary(bytes)) return "binary";
  return /^\s*<(!doctype html|html|head|body)\b/i.test(asLatin1(bytes.subarray(0, 512))) ? "html" : "text";
}

/** `Text/HTML; charset=x` → `text/html`. */
export function mediaTypeOf(contentType: string): string {
  return (contentType.split(";")[0] ?? "").trim().toLowerCase();
}

/** NUL or many control bytes at the start, unless UTF-16 announces itself. */
function looksBinary(bytes: Uint8Array): boolean {
  const start = bytes.subarray(0, SNIFF_BYTES);
  if ((start[0] === 0xff && start[1] === 0xfe) || (start[0] === 0xfe && start[1] === 0xff)) return false;
  const controls = start.reduce((count, byte) => count + (byte < 9 || (byte > 13 && byte < 32 && byte !== 27) ? 1 : 0), 0);
  return start.includes(0) || controls > Math.max(3, start.length / 20);
}

function asLatin1(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("latin1");
}

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

const SIGNATURES: readonly (readonly [prefix: string, name: string])[] = [
  ["%PDF-", "a PDF document"],
  ["\x89PNG", "a PNG image"],
  ["\xff\xd8\xff", "a JPEG image"],
  ["GIF8", "a GIF image"],
  ["PK\x03\x04", "a ZIP archive or office document"],
  ["\x1f\x8b", "a gzip archive"],
  ["\x7fELF", "an ELF program"],
  ["MZ", "a Windows program"],
  ["\xd0\xcf\x11\xe0", "an old office document"],
  ["ID3", "an MP3 file"],
];

/** What binary content is by its first bytes, in words; null when they say nothing. */
export function describeBinary(bytes: Uint8Array): string | null {
  const start = asLatin1(bytes.subarray(0, 8));
  return SIGNATURES.find(([prefix]) => start.startsWith(prefix))?.[1] ?? null;
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

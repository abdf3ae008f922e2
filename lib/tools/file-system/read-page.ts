import { isUtf8 } from "node:buffer";
import { formatPath, type WorkspacePath } from "#lib/files/parse-path.ts";
import { type FileContent, readWorkspaceFile } from "#lib/files/read-file.ts";
import { ToolFailure, type ToolResult } from "#lib/tools/outcome.ts";
import { describeBinary } from "../describe-binary.ts";
import { sliceText } from "../slice-text.ts";

const MAX_CHARS = 50_000;
/** Where git looks for a NUL to call a file binary. */
const BINARY_PREFIX_BYTES = 8_000;

/**
 * Up to 50,000 characters of a text file from `offset` on, never half a character. The pages of one version, in order, are the whole text.
 * UTF-16 is read when a byte order mark says so. Bytes that do not fit the encoding become U+FFFD and the result says `lossy`; a binary file
 * is described and not shown.
 * @throws ToolFailure `offset_past_end`; FileProblem.
 */
export function readPage(workspace: string, path: WorkspacePath, offset: number): ToolResult {
  const file = readWorkspaceFile(workspace, path);
  const facts = { path: formatPath(path), version: file.version, bytes: file.bytes.length, modifiedAt: file.modifiedAt.toISOString() };
  const headline = `${facts.path} · ${facts.bytes} bytes · version ${facts.version}`;
  if (isBinary(file)) {
    const kind = describeBinary(file.bytes) ?? "binary content";
    const start = file.bytes.subarray(0, 16).toString("hex");
    return {
      data: { ...facts, isBinary: true, kind, firstBytes: start },
      text: `${headline}\nNot text: ${kind}. It begins with ${start}.`,
    };
  }
  const { text, encoding, lossy } = decode(file.bytes);
  if (offset > text.length) {
    throw new ToolFailure("offset_past_end", `offset: the text has ${text.length} characters.`, { data: { totalCharacters: text.length } });
  }
  const { content, next } = sliceText(text, offset, MAX_CHARS);
  const notes = [
    lossy && `Not all of it is ${encoding.toUpperCase()}: what is not is shown as \ufffd, and writing this text back would lose it.`,
    encoding !== "utf-8" && `It is ${encoding.toUpperCase()}; what is written is UTF-8.`,
    offset === 0 &&
      text.startsWith("\ufeff") &&
      "It begins with a byte order mark (U+FEFF), which a write keeps only when the content begins with it.",
    offset === 0 && text.includes("\r\n") && "Lines end in CRLF, which a write keeps only where the content has it.",
    (offset > 0 || next !== null) && `Characters ${offset}–${offset + content.length} of ${text.length}.`,
    next !== null && `Go on with offset ${next}.`,
  ].filter((note) => note !== false);
  return {
    data: { ...facts, isBinary: false, encoding, lossy, offset, totalCharacters: text.length, content },
    text: `${[headline, ...notes].join("\n")}\n\n${content}`,
    truncated: next !== null,
    ...(next !== null && { cursor: next }),
  };
}

type Encoding = "utf-8" | "utf-16le" | "utf-16be";

/** What a Windows program calls "Unicode"; without its mark it cannot be told from binary content. */
function encodingOf(bytes: Uint8Array): Encoding {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  return bytes[0] === 0xfe && bytes[1] === 0xff ? "utf-16be" : "utf-8";
}

function decode(bytes: Buffer): { text: string; encoding: Encoding; lossy: boolean } {
  const encoding = encodingOf(bytes);
  if (encoding === "utf-8") return { text: bytes.toString("utf8"), encoding, lossy: !isUtf8(bytes) };
  const text = new TextDecoder(encoding).decode(bytes);
  return { text, encoding, lossy: text.includes("\ufffd") };
}

/** Also what is known by its first bytes, has none of the NULs that git looks for, and is no text: many a PDF. */
function isBinary({ bytes }: FileContent): boolean {
  if (encodingOf(bytes) !== "utf-8") return false;
  return bytes.subarray(0, BINARY_PREFIX_BYTES).includes(0) || (describeBinary(bytes) !== null && !isUtf8(bytes));
}

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
 * Bytes that are not UTF-8 become U+FFFD and the result says `lossy`; a binary file is described and not shown.
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
  const lossy = !isUtf8(file.bytes);
  const text = file.bytes.toString("utf8");
  if (offset > text.length) {
    throw new ToolFailure("offset_past_end", `offset: the text has ${text.length} characters.`, { data: { totalCharacters: text.length } });
  }
  const { content, next } = sliceText(text, offset, MAX_CHARS);
  const notes = [
    lossy && "Not all of it is UTF-8: what is not is shown as \ufffd, and writing this text back would lose it.",
    (offset > 0 || next !== null) && `Characters ${offset}–${offset + content.length} of ${text.length}.`,
    next !== null && `Go on with offset ${next}.`,
  ].filter((note) => note !== false);
  return {
    data: { ...facts, isBinary: false, lossy, offset, totalCharacters: text.length, content },
    text: `${[headline, ...notes].join("\n")}\n\n${content}`,
    truncated: next !== null,
    ...(next !== null && { cursor: next }),
  };
}

function isBinary({ bytes }: FileContent): boolean {
  return bytes.subarray(0, BINARY_PREFIX_BYTES).includes(0);
}

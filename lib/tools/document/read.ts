import { createHash } from "node:crypto";
import { getDocument } from "#lib/documents/get-document.ts";
import { parseDocumentId } from "#lib/ids.ts";
import type { ToolContext } from "#lib/tools/define-tool.ts";
import { ToolFailure, type ToolResult } from "#lib/tools/outcome.ts";
import { sliceText } from "#lib/tools/slice-text.ts";
import type { DocumentInput } from "./input.ts";

/** Of a text that is read without an offset, in UTF-8. */
export const MAX_WHOLE_BYTES = 64_000;
export const FRAGMENT_CHARS = 50_000;

/**
 * The whole text of a document, or with `offset` a fragment of it, never half a character. The fragments of one version, in order, are the whole text,
 * whose SHA-256 is given with each.
 * @throws ToolFailure `too_large` for a whole text above the limit, `offset_past_end`; AppError 404
 */
export async function read({ id, offset }: DocumentInput, { tenant }: ToolContext): Promise<ToolResult> {
  const { text, ...document } = await getDocument(tenant, parseDocumentId(id));
  const bytes = Buffer.byteLength(text);
  if (offset === undefined && bytes > MAX_WHOLE_BYTES) {
    const hint = "Read it in fragments: with offset 0, and then with the cursor of each result.";
    const detail = `"${document.title}" has ${bytes} bytes, and ${MAX_WHOLE_BYTES} are read at once. ${hint}`;
    throw new ToolFailure("too_large", detail, { data: { id: document.id, version: document.version, bytes, limit: MAX_WHOLE_BYTES } });
  }
  const start = offset ?? 0;
  if (start > text.length)
    throw new ToolFailure("offset_past_end", `offset: the text has ${text.length} characters.`, { data: { totalCharacters: text.length } });
  const { content, next } = sliceText(text, start, offset === undefined ? text.length : FRAGMENT_CHARS);
  const isTruncated = start > 0 || next !== null;
  const facts = {
    id: document.id,
    title: document.title,
    version: document.version,
    sha256: createHash("sha256").update(text).digest("hex"),
    bytes,
    totalCharacters: text.length,
    offset: start,
    truncated: isTruncated,
  };
  const range = `Characters ${start}–${start + content.length} of ${text.length}.${next === null ? "" : ` Go on with offset ${next}.`}`;
  const head = [`${document.title} · id ${document.id} · version ${document.version}`, ...(isTruncated ? [range] : [])];
  return {
    data: { ...facts, text: content },
    text: `${head.join("\n")}\n\n${content}`,
    truncated: next !== null,
    ...(next !== null && { cursor: next }),
  };
}

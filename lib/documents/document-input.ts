import { z } from "zod";
import { chatTitle } from "#lib/chats/chat-title.ts";
import { AppError } from "#lib/errors.ts";

/** Of the text of one document, in UTF-8. */
export const MAX_TEXT_BYTES = 1024 * 1024;

/** Of a request that carries a whole text: JSON may write each byte of it as two, and more rarely as six. */
export const MAX_BODY_BYTES = 4 * MAX_TEXT_BYTES;

/** What a document may be called: one line of 1 to 200 characters, in which there is something to see. */
export const documentTitle = chatTitle;

/** Bounded once more, in bytes, by `requireFitting`. */
export const documentText = z.string().max(MAX_TEXT_BYTES);

/** The version that somebody has read: SHA-256 in hex. */
export const expectedVersion = z.string().regex(/^[0-9a-f]{64}$/, "A version as it was read: 64 digits of 0-9 and a-f.");

/**
 * A body that changes a content takes the version that was read, and one part of it or more; one that undoes a deletion takes `deleted: false` and
 * nothing else. Null, or what is wrong with it.
 */
export function changeFault({ deleted, expectedVersion: expected, ...parts }: Record<string, unknown>): string | null {
  const isChange = Object.values(parts).some((part) => part !== undefined);
  if (deleted === false) return isChange || expected !== undefined ? "deleted: false stands alone." : null;
  if (!isChange) return "Say what to change, or deleted: false.";
  return expected === undefined ? "expectedVersion is needed: the version that was read." : null;
}

/** @throws AppError 413 `too_large` */
export function requireFitting(text: string): void {
  const bytes = Buffer.byteLength(text);
  if (bytes <= MAX_TEXT_BYTES) return;
  throw new AppError("too_large", `A document may have ${MAX_TEXT_BYTES} bytes; this text has ${bytes}.`, { limit: MAX_TEXT_BYTES, bytes });
}

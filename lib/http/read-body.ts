import { AppError, invalidRequest } from "#lib/errors.ts";
import { isStorable, storableJson } from "#lib/storable.ts";

/** A message text may have 100,000 characters, each up to six bytes as JSON. */
export const DEFAULT_MAX_BODY_BYTES = 1_048_576;

const MAX_DEPTH = 64;

/**
 * The JSON body of a request, not yet checked against a schema. No body at all is `{}`, for calls whose fields are all optional.
 *
 * @throws AppError 415 for another media type, 413 for more than `maxBytes`, 400 for what is not UTF-8 or not JSON or nested more than 64 deep
 */
export async function readJsonBody(request: Request, maxBytes: number): Promise<unknown> {
  const bytes = await readBytes(request, maxBytes);
  if (bytes.length === 0) return {};
  requireJson(request.headers.get("content-type"));
  const value = parseJson(bytes);
  return isStorable(value) ? value : storableJson(value);
}

function requireJson(contentType: string | null): void {
  const mediaType = contentType?.split(";")[0]?.trim().toLowerCase() ?? "";
  if (mediaType === "application/json" || /^application\/[\w.-]+\+json$/.test(mediaType)) return;
  throw new AppError("unsupported_media_type", "Send the body as application/json.");
}

async function readBytes(request: Request, maxBytes: number): Promise<Uint8Array> {
  const declared = Number(request.headers.get("content-length") ?? 0);
  if (declared > maxBytes) throw tooLarge(maxBytes);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.length;
    if (size > maxBytes) throw tooLarge(maxBytes);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
}

function tooLarge(maxBytes: number): AppError {
  return new AppError("too_large", `The body has more than ${maxBytes} bytes.`, { maxBytes });
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    if (isDeep(text)) throw invalidRequest([{ path: "", message: `Nested more than ${MAX_DEPTH} deep.` }]);
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw invalidRequest([{ path: "", message: "The body is not JSON in UTF-8." }]);
  }
}

const [QUOTE, BACKSLASH, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [34, 92, 91, 93, 123, 125];

/** Counts brackets outside strings, before anything recursive sees the value. */
function isDeep(text: string): boolean {
  let depth = 0;
  let isInString = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (isInString && code === BACKSLASH) at += 1;
    else if (code === QUOTE) isInString = !isInString;
    else if (isInString) continue;
    else if (code === OPEN_LIST || code === OPEN_OBJECT) depth += 1;
    else if (code === CLOSE_LIST || code === CLOSE_OBJECT) depth -= 1;
    if (depth > MAX_DEPTH) return true;
  }
  return false;
}

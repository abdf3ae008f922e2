import { AppError, invalidRequest } from "#lib/errors.ts";
import { countKeys, measureJson } from "#lib/json-shape.ts";
import { isStorable, storableJson } from "#lib/storable.ts";

/** Of a call that does not say more. */
export const DEFAULT_MAX_BODY_BYTES = 1_048_576;

const MAX_DEPTH = 64;

/**
 * The JSON body of a request, not yet checked against a schema. No body at all is `{}`, for calls whose fields are all optional.
 *
 * @param options.isTakenLiterally what cannot be stored is refused; otherwise it becomes a visible sign (`storableText`)
 * @throws AppError 415 for another media type, 413 for more than `maxBytes`, 400 for what is not UTF-8 or not JSON, nested more than 64 deep, or
 * has a key twice
 */
export async function readJsonBody(
  request: Request,
  { maxBytes, isTakenLiterally = false }: { maxBytes: number; isTakenLiterally?: boolean },
): Promise<unknown> {
  const bytes = await readBytes(request, maxBytes);
  if (bytes.length === 0) return {};
  requireJson(request.headers.get("content-type"));
  const value = parseJson(bytes);
  if (isStorable(value)) return value;
  if (isTakenLiterally) throw refused("It contains a NUL character or half a surrogate pair, which cannot be kept as they are.");
  return storableJson(value);
}

function requireJson(contentType: string | null): void {
  const mediaType = contentType?.split(";")[0]?.trim().toLowerCase() ?? "";
  if (mediaType === "application/json" || /^application\/[\w.-]+\+json$/.test(mediaType)) return;
  throw new AppError("unsupported_media_type", "Send the body as application/json.");
}

/** All of a body that somebody sends, as long as it may be. @throws AppError 413 as soon as it is longer */
export async function readBytes(request: Request, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
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
    const shape = measureJson(text);
    if (shape.depth > MAX_DEPTH) throw refused(`Nested more than ${MAX_DEPTH} deep.`);
    const value: unknown = JSON.parse(text);
    if (countKeys(value) !== shape.keys) throw refused("A key stands there twice. Send each key once.");
    if (MAY_NAME_PROTO.test(text) && namesProto(value)) throw refused('Unrecognized key: "__proto__"');
    return value;
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw refused("The body is not JSON in UTF-8.");
  }
}

function refused(message: string): AppError {
  return invalidRequest([{ path: "", message }]);
}

/** Also as an escape of its first character. */
const MAY_NAME_PROTO = /__proto__|\\u005f/i;

/** No body of ours has such a key, and what copies objects drops it without a word. */
function namesProto(value: unknown): boolean {
  if (value === null || typeof value !== "object") return false;
  return Object.hasOwn(value, "__proto__") || Object.values(value).some(namesProto);
}

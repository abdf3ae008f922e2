import type { z } from "zod";
import { sign } from "#lib/auth/auth-secret.ts";
import { invalidRequest } from "#lib/errors.ts";
import type { TenantId, UserId } from "#lib/ids.ts";

/** Where a page ended: the values of the columns that the list is ordered by, the last of them unique. */
export type Position = readonly (string | number | null)[];

const PROOF_LENGTH = 16;

/**
 * An opaque place in a list of that organization, or of that person. `list` names the list and its order, so that a cursor fits nowhere else.
 */
export function writeCursor(owner: TenantId | UserId, list: string, position: Position): string {
  const body = Buffer.from(JSON.stringify(position)).toString("base64url");
  return `${proofOf(owner, list, body)}${body}`;
}

/**
 * @param schema what the position must look like, such as `z.tuple([z.iso.datetime(), z.uuid()])`
 * @param name what the query calls it
 * @returns null when there is no cursor
 * @throws AppError 400 `invalid_request` for one that we did not make for this owner and this list
 */
export function readCursor<T>(
  owner: TenantId | UserId,
  list: string,
  cursor: string | undefined,
  schema: z.ZodType<T>,
  name = "cursor",
): T | null {
  if (cursor === undefined) return null;
  const body = cursor.slice(PROOF_LENGTH);
  const isOurs = cursor.startsWith(proofOf(owner, list, body));
  const parsed = isOurs ? schema.safeParse(JSON.parse(Buffer.from(body, "base64url").toString("utf8"))) : null;
  if (!parsed?.success) throw invalidRequest([{ path: name, message: "Not a cursor of this list. Start again without one." }]);
  return parsed.data;
}

/** 96 bits of the signature: a cursor opens nothing by itself, it only must not be made up. */
function proofOf(owner: TenantId | UserId, list: string, body: string): string {
  return sign(`cursor ${list}`, `${owner}\n${body}`).slice(0, PROOF_LENGTH);
}

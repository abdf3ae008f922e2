import type { z } from "zod";
import { sign } from "#lib/auth/auth-secret.ts";
import { invalidRequest } from "#lib/errors.ts";
import type { TenantId } from "#lib/ids.ts";

/** Where a page ended: the values of the columns that the list is ordered by, the last of them unique. */
export type Position = readonly (string | number | null)[];

const PROOF_LENGTH = 16;

/** An opaque place in a list of that organization. `list` names the list and its order, so that a cursor fits nowhere else. */
export function writeCursor(tenantId: TenantId, list: string, position: Position): string {
  const body = Buffer.from(JSON.stringify(position)).toString("base64url");
  return `${proofOf(tenantId, list, body)}${body}`;
}

/**
 * @param schema what the position must look like, such as `z.tuple([z.iso.datetime(), z.uuid()])`
 * @returns null when there is no cursor
 * @throws AppError 400 `invalid_request` for one that we did not make for this organization and this list
 */
export function readCursor<T>(tenantId: TenantId, list: string, cursor: string | undefined, schema: z.ZodType<T>): T | null {
  if (cursor === undefined) return null;
  const body = cursor.slice(PROOF_LENGTH);
  const isOurs = cursor.startsWith(proofOf(tenantId, list, body));
  const parsed = isOurs ? schema.safeParse(JSON.parse(Buffer.from(body, "base64url").toString("utf8"))) : null;
  if (!parsed?.success) throw invalidRequest([{ path: "cursor", message: "Not a cursor of this list. Start again without one." }]);
  return parsed.data;
}

/** 96 bits of the signature: a cursor opens nothing by itself, it only must not be made up. */
function proofOf(tenantId: TenantId, list: string, body: string): string {
  return sign(`cursor ${list}`, `${tenantId}\n${body}`).slice(0, PROOF_LENGTH);
}

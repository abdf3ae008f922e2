import { z } from "zod";
import { invalidRequest } from "#lib/errors.ts";
import { instantText } from "#lib/instant.ts";
import { pinsSchema } from "./grant.ts";

/** Without a word on its end, a standing approval ends after a day: an endless one is somebody's choice. */
const DEFAULT_MS = 24 * 60 * 60 * 1000;
const MAX_USES = 1_000_000;

/** What one covers and for how long, as people write it. `until: null` means without an end. */
export const grantTerms = z.strictObject({
  scope: z.enum(["exact", "pattern"]),
  pins: pinsSchema.optional(),
  until: instantText.nullable().optional(),
  uses: z.int().min(1).max(MAX_USES).optional(),
});
export type GrantTerms = z.output<typeof grantTerms>;

/** Of terms that agree with each other; a pattern says what it pins, and only a pattern does. */
export function areWhole({ scope, pins }: Pick<GrantTerms, "scope" | "pins">): boolean {
  return (scope === "pattern") === (pins !== undefined);
}

export const NOT_WHOLE = { path: ["pins"], message: "`pattern` needs pins, and `exact` takes none." };

/**
 * When it ends, and after how many uses: as said, or a day from now when only silence was.
 * @param at where in the body the terms stand
 * @throws AppError 400 for an end that is past
 */
export function endOf({ until, uses }: Pick<GrantTerms, "until" | "uses">, at = ""): { until: Date | null; uses: number | null } {
  const now = new Date();
  if (until && until <= now) throw invalidRequest([{ path: `${at}until`, message: "This time is past." }]);
  const byDefault = uses === undefined ? new Date(now.getTime() + DEFAULT_MS) : null;
  return { until: until === undefined ? byDefault : until, uses: uses ?? null };
}

import { z } from "zod";
import type { Role } from "#lib/context.ts";
import type { GrantId, UserId } from "#lib/ids.ts";

/** What must be true of an argument: as in a rule, but only in ways that name what is covered, never what is not. */
const pin = z
  .strictObject({
    /** A JSON pointer (RFC 6901) to one argument, or into it. */
    pointer: z
      .string()
      .max(500)
      .regex(/^\/.+$/, "A JSON pointer to an argument begins with /."),
    op: z.enum(["equals", "starts-with", "host-is", "one-of"]),
    value: z.union([
      z.string().min(1).max(2_000),
      z.number(),
      z.boolean(),
      z
        .array(z.union([z.string().min(1).max(2_000), z.number()]))
        .min(1)
        .max(100),
    ]),
  })
  .refine(
    ({ op, value }) => (op === "one-of" ? Array.isArray(value) : op === "equals" ? !Array.isArray(value) : typeof value === "string"),
    {
      path: ["value"],
      message: "one-of takes a list; equals a single value; the others a text.",
    },
  );
export type Pin = z.output<typeof pin>;

export const pinsSchema = z.array(pin).min(1, "Say of one argument at least what it must be.").max(20);

/** A standing approval that may hold for a run: nobody took it back, it has not run out, and it is for this member, chat and schedule. */
export interface Grant {
  id: GrantId;
  tool: string;
  toolVersion: number;
  /** The one call that it covers; null: what the pins say. */
  input: unknown;
  pins: readonly Pin[] | null;
  /** Null: any number. */
  usesLeft: number | null;
  createdBy: UserId;
  createdByName: string;
  /** The maker's role now: they must still be somebody who may decide the call. */
  creatorRole: Role;
}

/** What stands as the rule of a call that a standing approval let through. */
export function grantRule(id: GrantId): string {
  return `grant/${id}`;
}

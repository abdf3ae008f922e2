import { z } from "zod";
import type { Role } from "#lib/context.ts";
import type { GrantId, UserId } from "#lib/ids.ts";
import { foldHost } from "#lib/policies/fold-host.ts";
import { STRAY_TILDE } from "#lib/policies/policy.ts";
import type { BoundFile } from "#lib/tool-calls/bound-file.ts";

const text = z.string().min(1).max(2_000);

/** What must be true of an argument: as in a rule, but only in ways that name what is covered, never what is not. */
const pin = z
  .strictObject({
    /** A JSON pointer (RFC 6901) to one argument, or into it. */
    pointer: z
      .string()
      .max(500)
      .regex(/^\/.+$/, "A JSON pointer to an argument begins with /.")
      .refine((pointer) => !STRAY_TILDE.test(pointer), "In a JSON pointer ~ is written as ~0, and / in a name as ~1."),
    /** `absent`: left out, as the call had it; what that means is the tool's, so no value stands for it. */
    op: z.enum(["equals", "starts-with", "host-is", "one-of", "absent"]),
    value: z
      .union([
        text,
        z.number(),
        z.boolean(),
        z
          .array(z.union([text, z.number()]))
          .min(1)
          .max(100),
      ])
      .optional(),
  })
  .refine(isComparable, { path: ["value"], message: "one-of takes a list; equals a single value; absent none; the others a text." })
  .refine(({ op, value }) => op !== "host-is" || foldHost(String(value)) !== null, {
    path: ["value"],
    message: "A host, such as example.com, which means its subdomains too: no *, no port, no path.",
  });
export type Pin = z.output<typeof pin>;

function isComparable({ op, value }: { op: string; value?: unknown }): boolean {
  if (op === "absent") return value === undefined;
  if (op === "one-of") return Array.isArray(value);
  return op === "equals" ? value !== undefined && !Array.isArray(value) : typeof value === "string";
}

export const pinsSchema = z
  .array(pin)
  .max(20)
  .refine((pins) => pins.some(({ op }) => op !== "absent"), "Say of one argument at least what it must be.");

/** A standing approval that may hold for a run: nobody took it back, it has not run out, and it is for this member, chat and schedule. */
export interface Grant {
  id: GrantId;
  tool: string;
  toolVersion: number;
  /** The one call that it covers; null: what the pins say. */
  input: unknown;
  pins: readonly Pin[] | null;
  /** Of the one call, the files that it runs, as they stood when somebody agreed to it; null: none. */
  files: readonly BoundFile[] | null;
  /** Null: any number. */
  usesLeft: number | null;
  /** When it ends, in ms since the epoch; null: never by time. */
  untilMs: number | null;
  createdBy: UserId;
  createdByName: string;
  /** The maker's role now: they must still be somebody who may decide the call. */
  creatorRole: Role;
}

/** What stands as the rule of a call that a standing approval let through. */
export function grantRule(id: GrantId): string {
  return `grant/${id}`;
}

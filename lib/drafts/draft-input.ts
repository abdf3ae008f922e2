import { z } from "zod";
import { AppError } from "#lib/errors.ts";
import type { DraftItem } from "./draft-view.ts";
import { type DraftState, OPEN_STATES } from "./states.ts";

/** What the services take that destinations are for; each has its own limit below or above it. */
export const MAX_DRAFT_CHARS = 10_000;

export const draftText = z.string().max(MAX_DRAFT_CHARS).regex(/\S/, "A message with something in it.");

/** @throws AppError 409 `conflict`: what has gone out, or may have, is a record */
export function requireOpen({ state }: Pick<DraftItem, "state">, act: string): void {
  if (OPEN_STATES.includes(state)) return;
  const detail = `This draft ${STATE_WORDS[state]}, so it cannot be ${act}. If something else is to be said, make a new one.`;
  throw new AppError("conflict", detail, { state });
}

const STATE_WORDS: Record<DraftState, string> = {
  draft: "waits to be sent",
  sending: "is being sent",
  sent: "has been sent",
  failed: "was not taken",
  unknown: "may have been sent, which nobody knows",
};

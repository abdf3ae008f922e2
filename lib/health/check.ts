import { messageOf } from "#lib/errors.ts";
import { within } from "#lib/within.ts";

/** One part of the product, as the health call shows it. `detail` is one sentence for an administrator: what is so, and what to do. */
export interface Check {
  status: "ok" | "degraded" | "down";
  detail?: string;
}

export const ANSWER_WITHIN_MS = 3_000;

/** Runs one check; throwing, or no answer within three seconds, is `down`. */
export async function runCheck(work: () => Promise<Check>): Promise<Check> {
  try {
    return await within(ANSWER_WITHIN_MS, work(), () => ({ status: "down", detail: `No answer within ${ANSWER_WITHIN_MS / 1000} s.` }));
  } catch (error) {
    return { status: "down", detail: messageOf(error) };
  }
}

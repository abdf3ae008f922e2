import { outcomeOf } from "#components/outcome/outcome.ts";

const WORST_FIRST = ["unknown", "failed", "denied", "refused", "expired", "cancelled", "not-made"];

/** The line of a group of calls never says "Done" when something in it was not; it says how much of it, by the worst. */
export function groupOutcome(statuses: readonly string[]): { status: string; word?: string } {
  const status = WORST_FIRST.find((worse) => statuses.includes(worse));
  if (!status) return { status: "succeeded" };
  const times = statuses.filter((one) => one === status).length;
  return { status, word: `${times} of ${statuses.length} ${outcomeOf(status).word.toLowerCase()}` };
}

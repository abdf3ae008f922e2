/** The eight things that can have become of a call, a run, an approval or a firing; each has one colour, one icon and its word everywhere. */
export type OutcomeRole = "running" | "waiting" | "succeeded" | "failed" | "refused" | "expired" | "cancelled" | "unknown";

/** What a status looks like and is called. `isSettled` is false while it can still change by itself. */
export interface Outcome {
  role: OutcomeRole;
  word: string;
  isSettled: boolean;
}

/** Every status that the contract knows, of tool calls, runs, approvals and schedule runs; and what a dry run did not do (`lib/tool-calls/told-status.ts`). */
const OUTCOMES = {
  proposed: { role: "running", word: "Preparing", isSettled: false },
  queued: { role: "waiting", word: "Queued", isSettled: false },
  running: { role: "running", word: "Running", isSettled: false },
  executing: { role: "running", word: "Running", isSettled: false },
  pending: { role: "waiting", word: "Waiting for an approver", isSettled: false },
  "awaiting-approval": { role: "waiting", word: "Waiting for an approver", isSettled: false },
  "awaiting-confirmation": { role: "waiting", word: "Needs your confirmation", isSettled: false },
  approved: { role: "succeeded", word: "Approved", isSettled: false },
  succeeded: { role: "succeeded", word: "Done", isSettled: true },
  failed: { role: "failed", word: "Failed", isSettled: true },
  refused: { role: "refused", word: "Refused", isSettled: true },
  denied: { role: "refused", word: "Denied", isSettled: true },
  expired: { role: "expired", word: "Expired: nobody answered", isSettled: true },
  missed: { role: "expired", word: "Missed", isSettled: true },
  cancelled: { role: "cancelled", word: "Stopped", isSettled: true },
  superseded: { role: "cancelled", word: "Replaced", isSettled: true },
  "not-made": { role: "cancelled", word: "Not made: a dry run", isSettled: true },
  skipped: { role: "cancelled", word: "Skipped", isSettled: true },
  interrupted: { role: "unknown", word: "Interrupted", isSettled: true },
  unknown: { role: "unknown", word: "Unknown: may have run", isSettled: true },
} as const satisfies Record<string, Outcome>;

/** The look of a status. One that this version does not know is shown as unknown, never as success. */
export function outcomeOf(status: string): Outcome {
  return Object.hasOwn(OUTCOMES, status) ? OUTCOMES[status as keyof typeof OUTCOMES] : { role: "unknown", word: status, isSettled: true };
}

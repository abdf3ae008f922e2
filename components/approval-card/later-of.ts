import type { ApprovalJson } from "#lib/approvals/approval-json.ts";

/** Of two readings of one request the later. Requests only go forward: to a later vote, to an end, and then to what became of the call. */
export function laterOf(given: ApprovalJson, read: ApprovalJson | null): ApprovalJson {
  if (!read || read.id !== given.id) return given;
  return progressOf(read) > progressOf(given) ? read : given;
}

/** Not by the number of votes: changed arguments void those that were given before, so a later reading can have fewer. */
function progressOf({ status, votes, call }: ApprovalJson): number {
  if (status === "pending") return Date.parse(votes.at(-1)?.at ?? "1970-01-01");
  const isWaitingForTurn = call.status === "approved" || call.status === "awaiting-approval";
  return AFTER_EVERY_VOTE + (isWaitingForTurn ? 0 : call.status === "executing" ? 1 : 2);
}

const AFTER_EVERY_VOTE = Date.parse("9999-12-31");

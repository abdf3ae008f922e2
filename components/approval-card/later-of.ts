import type { ApprovalJson } from "#lib/approvals/approval-json.ts";

/** Of two readings of one request the later. Requests only go forward: to more votes, to an end, and then to what became of the call. */
export function laterOf(given: ApprovalJson, read: ApprovalJson | null): ApprovalJson {
  if (!read || read.id !== given.id) return given;
  return progressOf(read) > progressOf(given) ? read : given;
}

function progressOf({ status, votes, editedInput, call }: ApprovalJson): number {
  if (status === "pending") return votes.length + (editedInput === null ? 0 : 100);
  const isWaitingForTurn = call.status === "approved" || call.status === "awaiting-approval";
  return 1_000 + (isWaitingForTurn ? 0 : call.status === "executing" ? 1 : 2);
}

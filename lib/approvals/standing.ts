import type { Role } from "#lib/context.ts";
import type { UserId } from "#lib/ids.ts";
import type { ApprovalView } from "./approval-view.ts";

/** What a person may do about a request: decide it, or why not. Says nothing of whether it is still open. */
export type Standing = "may-decide" | "not-an-approver" | "requester-excluded" | "has-voted";

/** The one rule on who decides; `needsYou` says the same in SQL. A role that leaves nobody but the requester helps nobody: excluded is excluded. */
export function standingOf(
  person: { userId: UserId; role: Role },
  approval: Pick<ApprovalView, "requirement" | "requestedBy" | "votes">,
): Standing {
  const { requirement, requestedBy, votes } = approval;
  if (!requirement.roles.includes(person.role)) return "not-an-approver";
  if (requirement.excludeRequester && requestedBy === person.userId) return "requester-excluded";
  if (votes.some((vote) => vote.userId === person.userId)) return "has-voted";
  return "may-decide";
}

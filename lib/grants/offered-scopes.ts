import type { ApprovalView } from "#lib/approvals/approval-view.ts";
import type { GrantTerms } from "./grant-terms.ts";

/**
 * Which standing approvals may be made on a request's card. None where several people must agree: one of them does not answer for the others. For a
 * schedule the exact call alone: what it asks next time is written by a model that nobody watches.
 */
export function offeredScopes({
  status,
  requirement,
  scheduleId,
}: Pick<ApprovalView, "status" | "requirement" | "scheduleId">): GrantTerms["scope"][] {
  if (status !== "pending" || requirement.approvals > 1) return [];
  return scheduleId ? ["exact"] : ["exact", "pattern"];
}

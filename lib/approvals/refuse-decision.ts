import type { TenantContext } from "#lib/context.ts";
import { AppError } from "#lib/errors.ts";
import type { ApprovalView } from "./approval-view.ts";
import { forReader } from "./for-reader.ts";
import { standingOf } from "./standing.ts";

const EXPIRED = "Nobody answered in time; this request is closed. Ask again.";

/**
 * Why this person's decision on these arguments does not count, or null. Who may decide comes before what became of the request, so that
 * the answer to someone without the right says nothing else.
 */
export function refuseDecision(ctx: TenantContext, row: ApprovalView, inputDigest: string): AppError | null {
  const approval = forReader(ctx, row);
  const standing = standingOf(ctx, approval);
  if (standing === "not-an-approver") {
    return new AppError(
      "not_an_approver",
      `Deciding this needs the role ${approval.requirement.roles.join(" or ")}; yours is ${ctx.role}.`,
    );
  }
  if (standing === "requester-excluded") {
    return new AppError("requester_excluded", "Someone other than the person who asked must decide this.");
  }
  if (isPastExpiry(approval)) return new AppError("expired", EXPIRED, { approval: { ...approval, status: "expired", decisions: [] } });
  if (approval.status !== "pending") return new AppError("already_decided", alreadyWords(approval), { approval });
  if (approval.inputDigest !== inputDigest) {
    return new AppError("digest_mismatch", "This is not what you were shown. Load the request again and read it before you decide.", {
      approval,
    });
  }
  if (standing === "has-voted") return new AppError("already_decided", "You have decided already; another person must.", { approval });
  return null;
}

/** True as well in the moment before the worker closes it: late is late. */
function isPastExpiry({ status, expiresAt }: ApprovalView): boolean {
  return status === "expired" || (status === "pending" && expiresAt !== null && expiresAt <= new Date());
}

function alreadyWords({ status, decidedByName }: ApprovalView): string {
  if (status === "cancelled") return "The run was stopped, so this request is closed. Nothing was run.";
  if (status === "superseded") return "This request was replaced by a newer one.";
  return `${decidedByName ?? "Someone"} has already ${status} this.`;
}

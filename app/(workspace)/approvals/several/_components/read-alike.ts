import { type ApprovalJson, approvalJson } from "#lib/approvals/approval-json.ts";
import { getApprovalDetail } from "#lib/approvals/get-approval-detail.ts";
import { listApprovals } from "#lib/approvals/list-approvals.ts";
import type { TenantContext } from "#lib/context.ts";
import { unlessMissing } from "#lib/errors.ts";
import { previewCall } from "#lib/gate/index.ts";
import type { ApprovalId } from "#lib/ids.ts";
import type { Alike } from "./alike-address.ts";

/** As many as a person can read before they decide. */
const AT_ONCE = 20;

/** The oldest of a kind that wait for this person, each with all that its card would show, and how many there are. */
export async function readAlike(ctx: TenantContext, kind: Alike): Promise<{ requests: ApprovalJson[]; total: number }> {
  const page = await listApprovals(ctx, { tab: "needs-you", ...kind, limit: AT_ONCE });
  const requests = await Promise.all(page.items.map(({ id }) => readOne(ctx, id)));
  return { requests: requests.filter((request) => request !== null), total: page.total };
}

/** Null when it went away meanwhile. */
function readOne(ctx: TenantContext, approvalId: ApprovalId): Promise<ApprovalJson | null> {
  return unlessMissing(async () => {
    const detail = await getApprovalDetail(ctx, { approvalId });
    return approvalJson(detail, await previewCall(ctx, detail));
  });
}

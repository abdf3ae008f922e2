import { approvalJson } from "#lib/approvals/approval-json.ts";
import { getApprovalDetail } from "#lib/approvals/get-approval-detail.ts";
import { previewCall } from "#lib/gate/index.ts";
import { tenantRoute } from "#lib/http/tenant-route.ts";
import { parseApprovalId } from "#lib/ids.ts";

/** One request with all that its card says: what the caller may do, what became of the call, and what it would meet (`preview`). */
export const GET = tenantRoute({ params: { id: parseApprovalId } }, async ({ ctx, params }) => {
  const detail = await getApprovalDetail(ctx, { approvalId: params.id });
  return approvalJson(detail, await previewCall(ctx, detail));
});

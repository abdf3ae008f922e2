import { getApproval } from "#lib/approvals/get-approval.ts";
import { tenantRoute } from "#lib/http/tenant-route.ts";
import { parseApprovalId } from "#lib/ids.ts";

export const GET = tenantRoute({ params: { id: parseApprovalId } }, ({ ctx, params }) => getApproval(ctx, { approvalId: params.id }));

import type { TenantContext } from "#lib/context.ts";
import { notFound } from "#lib/errors.ts";
import type { ApprovalId } from "#lib/ids.ts";
import { type ApprovalView, selectApprovals } from "./approval-view.ts";
import { forReader } from "./for-reader.ts";
import { visibleApproval } from "./visible-approval.ts";

/** @throws AppError 404, as for an id that never existed, also for a request that the caller may not see */
export async function getApproval(ctx: TenantContext, input: { approvalId: ApprovalId }): Promise<ApprovalView> {
  const [approval] = await ctx.db.sql(
    (sql) => sql<ApprovalView[]>`
      ${selectApprovals(sql)} where a.tenant_id = ${ctx.tenantId} and a.id = ${input.approvalId} and ${visibleApproval(sql, ctx)}`,
  );
  if (!approval) throw notFound("approval");
  return forReader(ctx, approval);
}

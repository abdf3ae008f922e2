import type { TenantContext } from "#lib/context.ts";
import { notFound } from "#lib/errors.ts";
import type { ApprovalId } from "#lib/ids.ts";
import { type ApprovalView, selectApprovals } from "./approval-view.ts";
import { auditDecision } from "./audit-decision.ts";
import { refuseDecision } from "./refuse-decision.ts";
import { visibleApproval } from "./visible-approval.ts";

/**
 * Whether a decision would count as things stand, before anything is spent on it (changed arguments go through the gate). `decideApproval`
 * asks again under the row's lock.
 * @returns the request as it stands
 * @throws AppError as {@link decideApproval}
 */
export async function checkDecision(
  ctx: TenantContext,
  input: { approvalId: ApprovalId; decision: "approve" | "deny"; inputDigest: string },
): Promise<ApprovalView> {
  const { approval, refusal } = await ctx.db.sql(async (sql) => {
    const [approval] = await sql<ApprovalView[]>`
      ${selectApprovals(sql)} where a.tenant_id = ${ctx.tenantId} and a.id = ${input.approvalId} and ${visibleApproval(sql, ctx)}`;
    if (!approval) throw notFound("approval");
    const reason = refuseDecision(ctx, approval, input.inputDigest);
    if (reason) await auditDecision(sql, ctx, approval, "approval-decision-refused", { code: reason.code, decision: input.decision });
    return { approval, refusal: reason };
  });
  if (refusal) throw refusal;
  return approval;
}

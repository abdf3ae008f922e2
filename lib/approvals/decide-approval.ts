import type { TenantSql } from "#db/tenant.ts";
import { recordAudit } from "#lib/audit/record-audit.ts";
import type { TenantContext } from "#lib/context.ts";
import { AppError, notFound } from "#lib/errors.ts";
import { notify } from "#lib/events/notify.ts";
import type { ApprovalId } from "#lib/ids.ts";
import { grantLease } from "#lib/runs/grant-lease.ts";
import { storableText } from "#lib/storable.ts";
import { type ApprovalView, selectApprovals, type Vote } from "./approval-view.ts";
import { visibleApproval } from "./visible-approval.ts";

export interface Decision {
  approvalId: ApprovalId;
  decision: "approve" | "deny";
  /** Of what the decider saw; a decision about anything else is void. */
  inputDigest: string;
  reason?: string | undefined;
  /** Arguments changed by the decider, already judged by the gate (`judgeEdit`). */
  edit?: { input: unknown; digest: string } | null;
}

/**
 * One person's decision. The row decides: of any number of decisions one wins, and the others get 409 with the winning state. The commit that
 * decides also hands the run to a process that goes on with it.
 *
 * @throws AppError 404; 403 `not_an_approver`, `requester_excluded`; 409 `already_decided`, `digest_mismatch`, `expired`
 */
export async function decideApproval(ctx: TenantContext, input: Decision): Promise<ApprovalView> {
  const result = await ctx.db.sql(async (sql) => {
    const [approval] = await sql<ApprovalView[]>`
      ${selectApprovals(sql)} where a.tenant_id = ${ctx.tenantId} and a.id = ${input.approvalId} and ${visibleApproval(sql, ctx)} for update of a`;
    if (!approval) throw notFound("approval");
    const refusal = refuse(ctx, approval, input);
    if (refusal) {
      await audit(sql, ctx, approval, "approval-decision-refused", { code: refusal.code, decision: input.decision });
      return { refusal };
    }
    return { approval: await decide(sql, ctx, approval, input) };
  });
  // Thrown outside, so that the record of the attempt is kept.
  if (result.refusal) throw result.refusal;
  return result.approval;
}

function refuse(ctx: TenantContext, approval: ApprovalView, input: Decision): AppError | null {
  const { requirement } = approval;
  const facts = { approval };
  if (!requirement.roles.includes(ctx.role)) {
    return new AppError("not_an_approver", `Deciding this needs the role ${requirement.roles.join(" or ")}; yours is ${ctx.role}.`);
  }
  if (requirement.excludeRequester && approval.requestedBy === ctx.userId) {
    return new AppError("requester_excluded", "Someone other than the person who asked must decide this.");
  }
  if (approval.status === "expired") return new AppError("expired", "Nobody answered in time; this request is closed. Ask again.", facts);
  if (approval.status !== "pending") return new AppError("already_decided", alreadyWords(approval), facts);
  if (approval.expiresAt && approval.expiresAt <= new Date())
    return new AppError("expired", "Nobody answered in time; this request is closed. Ask again.", facts);
  if (approval.inputDigest !== input.inputDigest) {
    return new AppError("digest_mismatch", "This is not what you were shown. Load the request again and read it before you decide.", facts);
  }
  if (approval.votes.some((vote) => vote.userId === ctx.userId))
    return new AppError("already_decided", "You have decided already; another person must.", facts);
  return null;
}

function alreadyWords({ status, decidedByName }: ApprovalView): string {
  if (status === "cancelled") return "The run was stopped, so this request is closed. Nothing was run.";
  if (status === "superseded") return "This request was replaced by a newer one.";
  return `${decidedByName ?? "Someone"} has already ${status} this.`;
}

async function decide(sql: TenantSql, ctx: TenantContext, approval: ApprovalView, input: Decision): Promise<ApprovalView> {
  const { tenantId, userId } = ctx;
  const reason = input.reason?.trim() ? storableText(input.reason.trim()) : null;
  const vote: Vote = { userId, decision: input.decision, at: new Date().toISOString(), reason };
  const votes = [...approval.votes, vote];
  const approvals = votes.filter((each) => each.decision === "approve").length;
  const status = input.decision === "deny" ? "denied" : approvals >= approval.requirement.approvals ? "approved" : "pending";
  const isDecided = status !== "pending";
  const edit = input.decision === "approve" ? input.edit : null;
  await sql`
    update approvals
       set votes = ${sql.json(votes as never)}, status = ${status}, decided_by = ${isDecided ? userId : null}, decided_via = ${ctx.apiKeyId ? "api" : "page"},
           decision_reason = ${reason}, decided_at = case when ${isDecided} then now() end,
           edited_input = ${edit ? sql.json(edit.input as never) : null}, edited_digest = ${edit?.digest ?? null}
     where tenant_id = ${tenantId} and id = ${approval.id}`;
  if (isDecided) {
    await sql`
      update tool_calls
         set status = ${status}, decided_at = now(), kind = ${status === "denied" ? "approval_denied" : null}, edited_input = ${edit ? sql.json(edit.input as never) : null},
             approved_by = ${status === "approved" ? userId : null}
       where tenant_id = ${tenantId} and id = ${approval.callId} and status = 'awaiting-approval'`;
    await grantLease(sql, tenantId, approval.runId);
  }
  await audit(sql, ctx, approval, isDecided ? `approval-${status}` : "approval-vote", {
    reason,
    ...(edit && { asked: approval.input, edited: edit.input }),
  });
  await notify(sql, { type: "approval-changed", tenantId, approvalId: approval.id, chatId: approval.chatId });
  const [decided] = await sql<ApprovalView[]>`${selectApprovals(sql)} where a.tenant_id = ${tenantId} and a.id = ${approval.id}`;
  if (!decided) throw notFound("approval");
  return decided;
}

function audit(sql: TenantSql, ctx: TenantContext, approval: ApprovalView, action: string, facts: Record<string, unknown>): Promise<void> {
  return recordAudit(sql, {
    tenantId: ctx.tenantId,
    actorId: ctx.userId,
    action,
    subject: `approval:${approval.id}`,
    facts: {
      ...facts,
      toolCallId: approval.callId,
      tool: approval.tool,
      digest: approval.inputDigest,
      ruleId: approval.reason.ruleId,
      via: ctx.apiKeyId ? "api" : "page",
    },
  });
}

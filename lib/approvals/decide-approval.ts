import type { TenantSql } from "#db/tenant.ts";
import { together } from "#db/together.ts";
import type { TenantContext } from "#lib/context.ts";
import { notFound } from "#lib/errors.ts";
import { notify } from "#lib/events/notify.ts";
import { insertGrant, type NewGrant, requireRoom } from "#lib/grants/create-grant.ts";
import { requireSameSchedule } from "#lib/grants/require-same-schedule.ts";
import { type ApprovalId, type GrantId, newId } from "#lib/ids.ts";
import { grantLease } from "#lib/runs/grant-lease.ts";
import { storableText } from "#lib/storable.ts";
import type { BoundFile } from "#lib/tool-calls/bound-file.ts";
import type { Effect } from "#lib/tools/define-tool.ts";
import { type ApprovalView, selectApprovals, type Vote } from "./approval-view.ts";
import { auditDecision } from "./audit-decision.ts";
import { forReader } from "./for-reader.ts";
import { lockRun } from "./lock-run.ts";
import { refuseDecision } from "./refuse-decision.ts";
import { visibleApproval } from "./visible-approval.ts";
import { votesThatCount } from "./votes-that-count.ts";

/** Changed arguments, what an approval of them is bound to, and what they would do. */
export interface Edit {
  input: unknown;
  digest: string;
  /** The files that they run, as they stand; null: none. */
  files: readonly BoundFile[] | null;
  effect: Effect;
  summary: string;
}

export interface Decision {
  approvalId: ApprovalId;
  decision: "approve" | "deny";
  /** Of what the decider saw; a decision about anything else is void. */
  inputDigest: string;
  reason?: string | undefined;
  /** Arguments changed by the decider, already judged by the gate (`judgeEdit`). */
  edit?: Edit | null;
  /** Made with an approval: calls like this need not be asked about again. Judged by the gate already (`judgeGrant`). */
  grant?: NewGrant | null;
}

/**
 * One person's decision. The row decides: of any number of decisions one wins, and the others get 409 with the winning state. The commit that
 * decides also hands the run to a process that goes on with it.
 *
 * Where several people must agree, changed arguments are another question: the approvals given so far were for the old ones and do not count,
 * and from then on the request is bound to the new digest. Nor do those of people who could not give them any more.
 *
 * @throws AppError 404; 403 `not_an_approver`, `requester_excluded`; 409 `already_decided`, `digest_mismatch`, `expired`, and `conflict` for a
 * standing approval that cannot be made
 */
export async function decideApproval(ctx: TenantContext, input: Decision): Promise<ApprovalView> {
  const result = await ctx.db.hot(async (sql, last) => {
    const [, [approval]] = await together([
      lockRun(sql, ctx.tenantId, input.approvalId),
      sql<ApprovalView[]>`
        ${selectApprovals(sql)}
         where a.tenant_id = ${ctx.tenantId} and a.id = ${input.approvalId} and ${visibleApproval(sql, ctx)} for no key update of a`.execute(),
    ]);
    if (!approval) throw notFound("approval");
    const refusal = refuseDecision(ctx, approval, input.inputDigest);
    if (refusal) {
      await auditDecision(sql, ctx, approval, "approval-decision-refused", { code: refusal.code, decision: input.decision });
      return { refusal };
    }
    return { approval: await decide(sql, last, ctx, approval, input) };
  });
  // Thrown outside, so that the record of the attempt is kept.
  if (result.refusal) throw result.refusal;
  return forReader(ctx, result.approval);
}

async function decide(
  sql: TenantSql,
  last: () => void,
  ctx: TenantContext,
  approval: ApprovalView,
  input: Decision,
): Promise<ApprovalView> {
  const { tenantId, userId } = ctx;
  const reason = input.reason?.trim() ? storableText(input.reason.trim()) : null;
  const isEdit = input.decision === "approve" && input.edit && input.edit.digest !== approval.inputDigest;
  const edit = isEdit ? input.edit : null;
  const vote: Vote = { userId, decision: input.decision, at: new Date().toISOString(), reason };
  const votes = edit ? [vote] : [...(await votesThatCount(sql, ctx, approval)), vote];
  const status = statusAfter(votes, approval.requirement.approvals);
  const isDecided = status !== "pending";
  const votesVoided = approval.votes.length + 1 - votes.length;
  const grant = status === "approved" ? input.grant : null;
  if (grant) await requireRoom(sql, ctx);
  const scheduleVersion = grant?.reach.scheduleId ? await requireSameSchedule(sql, ctx, grant.reach.scheduleId, approval.runId) : null;
  const change = edit && { asked: approval.editedInput ?? approval.input, edited: edit.input, files: edit.files };
  last();
  // In one go: the request, its call and the answer in this order; the lease, the record and the notice, which need the first two, right behind.
  const [, , , , , [decided]] = await together([
    sql`
      update approvals
         set votes = ${sql.json(votes as never)}, status = ${status}, decided_by = ${isDecided ? userId : null},
             decided_via = ${ctx.apiKeyId ? "api" : "page"}, decision_reason = ${reason}, decided_at = case when ${isDecided} then now() end,
             edited_input = coalesce(${edit ? sql.json(edit.input as never) : null}, edited_input),
             files = ${edit ? (edit.files ? sql.json(edit.files as never) : null) : sql`files`},
             edited_digest = coalesce(${edit?.digest ?? null}, edited_digest),
             effect = coalesce(${edit?.effect ?? null}, effect), summary = coalesce(${edit ? storableText(edit.summary) : null}, summary)
       where tenant_id = ${tenantId} and id = ${approval.id}`.execute(),
    isDecided ? settleCall(sql, ctx, approval, status) : null,
    auditDecision(sql, ctx, approval, isDecided ? `approval-${status}` : "approval-vote", {
      reason,
      ...change,
      ...(votesVoided > 0 && { votesVoided }),
    }),
    grant ? insertGrant(sql, ctx, { ...grant, id: newId<GrantId>(), approvalId: approval.id, scheduleVersion }) : null,
    notify(sql, { type: "approval-changed", tenantId, approvalId: approval.id, chatId: approval.chatId }),
    sql<ApprovalView[]>`${selectApprovals(sql)} where a.tenant_id = ${tenantId} and a.id = ${approval.id}`.execute(),
  ]);
  if (!decided) throw notFound("approval");
  return decided;
}

/** One no is a no; a yes needs as many as the rule says. */
function statusAfter(votes: readonly Vote[], approvalsNeeded: number): "approved" | "denied" | "pending" {
  if (votes.some((vote) => vote.decision === "deny")) return "denied";
  return votes.length >= approvalsNeeded ? "approved" : "pending";
}

/** Tells the call, with the arguments that were agreed on, and hands its run over when nothing else of the run waits. */
async function settleCall(sql: TenantSql, { tenantId, userId }: TenantContext, approval: ApprovalView, status: "approved" | "denied") {
  await together([
    sql`
      update tool_calls t
         set status = ${status}, decided_at = now(), kind = ${status === "denied" ? "approval_denied" : null},
             approved_by = ${status === "approved" ? userId : null}, edited_input = case when ${status === "approved"} then a.edited_input end
        from approvals a
       where t.tenant_id = ${tenantId} and t.id = ${approval.callId} and t.status = 'awaiting-approval'
         and a.tenant_id = t.tenant_id and a.id = ${approval.id}`.execute(),
    grantLease(sql, tenantId, approval.runId),
  ]);
}

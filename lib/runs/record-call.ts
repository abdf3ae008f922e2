import type { TenantSql } from "#db/tenant.ts";
import { together } from "#db/together.ts";
import type { AgentBounds } from "#lib/agent-profiles/agent-bounds.ts";
import { DEFAULT_AGENT } from "#lib/agent-profiles/agent-filter.ts";
import { outcomeDigest } from "#lib/audit/outcome-digest.ts";
import { sealSoon } from "#lib/audit/seal-soon.ts";
import type { Role } from "#lib/context.ts";
import { notify } from "#lib/events/notify.ts";
import type { Grant } from "#lib/grants/grant.ts";
import { isStanding } from "#lib/grants/select-grants.ts";
import type { ApprovalId, TenantId } from "#lib/ids.ts";
import { encodeSketch, sketchOf } from "#lib/metrics/sketch.ts";
import { FIRST_POLICY } from "#lib/policies/load-policy.ts";
import type { Effect } from "#lib/tools/define-tool.ts";
import type { RefusalKind, ToolOutcome } from "#lib/tools/outcome.ts";
import type { Lease } from "./lease.ts";
import type { Write } from "./run-journal.ts";
import type { CallRow, RunRow, RunState } from "./run-state.ts";
import type { ToolCallStatus } from "./states.ts";

/** The end of a call, as its row keeps it. */
export interface CallEnd {
  status: Extract<ToolCallStatus, "refused" | "succeeded" | "failed" | "cancelled" | "denied" | "expired" | "unknown">;
  kind: RefusalKind | null;
  ruleId: string | null;
  reason: string | null;
  outcome: ToolOutcome;
  modelText: string;
}

/** See `beginCall`. */
export type CallBegin = "begun" | "stopped" | "taken" | "decide-again";

/**
 * The ticket: one compare-and-set to `executing`, which also uses up the approval that the call waited for. `decide-again`: it was permitted to
 * another role, by another version of the rules, to an agent that is another by now, or by a standing approval that does not stand any more. `stopped`: the run is. `taken`: the call was
 * begun or closed by another, its approval is used or another call's, or it is of a dry run, which begins nothing whatever the process that drives it
 * believes. Part of a journal transaction.
 */
export function beginCall(
  { tenantId, runId, userId }: Lease,
  call: CallRow,
  permitted: {
    ruleId: string;
    /** Of what is about to happen: an approver may have changed the arguments to what does more, or an admin what a server's tool is said to do. */
    effect: Effect;
    role: Role;
    policyVersion: number;
    /** To which agent, and by which version of it; null: to the default one. */
    agent: Pick<AgentBounds, "id" | "version"> | null;
    /** The standing approval that let it through. */
    grant: Pick<Grant, "id" | "createdBy" | "creatorRole"> | null;
  },
): Write<CallBegin> {
  const approvalId = call.approval?.id ?? null;
  const { grant, agent } = permitted;
  return async (sql) => {
    const unused = sql`a.tenant_id = ${tenantId} and a.id = ${approvalId} and a.call_id = ${call.id} and a.status = 'approved' and a.used_at is null`;
    const [row] = await sql<{ isBegun: boolean; isPermitted: boolean; isStopped: boolean }[]>`
      with ${grant ? sql`standing as (${lockStanding(sql, tenantId, grant)}),` : sql``} rights as (
        -- Who left has the rights of an auditor, and who never changed the rules has the first version.
        select coalesce((select role from memberships where tenant_id = ${tenantId} and user_id = ${userId} and removed_at is null), 'auditor') = ${permitted.role}
           and coalesce((select max(version) from policies where tenant_id = ${tenantId}), ${FIRST_POLICY.version}) = ${permitted.policyVersion}
           ${grant ? sql`and exists (select 1 from standing)` : sql``}
           ${agent ? sql`and exists (select 1 from agents where tenant_id = ${tenantId} and id = ${agent.id} and version = ${agent.version} and is_enabled and deleted_at is null)` : sql``} as hold
      ), run as (
        select cancel_requested_at is not null as is_stopped, is_dry_run from runs where tenant_id = ${tenantId} and id = ${runId}
      ), begun as (
        update tool_calls set status = 'executing', started_at = greatest(created_at, ${call.startedAt}), executions = executions + 1, rule_id = ${permitted.ruleId}, effect = ${permitted.effect}, grant_id = ${grant?.id ?? null}
         where tenant_id = ${tenantId} and id = ${call.id} and (status in ('proposed', 'approved') or (status = 'executing' and effect = 'read'))
           and (select hold from rights)
           and not exists (select 1 from run where is_stopped or is_dry_run)
           ${approvalId ? sql`and exists (select 1 from approvals a where ${unused})` : sql``}
        returning id
      ), used as (
        update approvals a set used_at = now() where ${unused} and exists (select 1 from begun)
      )${
        grant
          ? sql`, counted as (
        update grants set uses = uses + 1, last_used_at = now() where tenant_id = ${tenantId} and id = ${grant.id} and exists (select 1 from begun)
      )`
          : sql``
      }
      select exists (select 1 from begun) as "isBegun", hold as "isPermitted", exists (select 1 from run where is_stopped) as "isStopped" from rights`;
    if (row?.isBegun) return "begun";
    if (row?.isStopped) return "stopped";
    return row?.isPermitted ? "taken" : "decide-again";
  };
}

/** One at a time: the last use of a standing approval is one use, however many runs want it. Its maker must be who they were. */
function lockStanding(sql: TenantSql, tenantId: TenantId, { id, createdBy, creatorRole }: Pick<Grant, "id" | "createdBy" | "creatorRole">) {
  return sql`
    select 1 from grants g
     where g.tenant_id = ${tenantId} and g.id = ${id} and ${isStanding(sql)}
       and exists (select 1 from memberships where tenant_id = ${tenantId} and user_id = ${createdBy} and removed_at is null and role = ${creatorRole})
       for no key update of g`;
}

/**
 * Row, audit entry and statistics of a call that is settled now, in one transaction with the events that tell of it. The statistics count it in the hour in which
 * it was asked for, so that they agree with the record, whose filters go by that time.
 */
export function recordCallEnd(lease: Lease, { run, agent }: Pick<RunState, "run" | "agent">, call: CallRow, end: CallEnd): Write<void> {
  // Taken here and not by the database: calls that are recorded in one transaction did not end in one moment.
  const endedAt = new Date();
  return async (sql) => {
    const { tenantId } = lease;
    const { outcome } = end;
    const times = timesOf(call, end, endedAt);
    sealSoon(tenantId);
    await together([
      // One statement: a run makes many calls.
      sql`
        with ended as (
          update tool_calls
             set status = ${end.status}, kind = ${end.kind}, rule_id = coalesce(${end.ruleId}, rule_id), reason = coalesce(${end.reason}, reason),
                 outcome = ${sql.json(outcome as never)}, model_text = ${end.modelText}, ended_at = greatest(created_at, started_at, ${endedAt}),
                 queue_ms = ${times.queueMs}, wait_ms = ${times.waitMs}, duration_ms = ${outcome.executed ? outcome.durationMs : null},
                 started_at = case when ${outcome.executed} then greatest(created_at, coalesce(started_at, ${times.startedAt})) end,
                 executions = case when ${outcome.executed} then greatest(executions, 1) else executions end,
                 approved_by = ${call.approval?.status === "approved" ? call.approval.decidedBy : null}
           where tenant_id = ${tenantId} and id = ${call.id} and ended_at is null
        ), told as (
          insert into audit_entries (tenant_id, actor_id, action, subject, facts)
          values (${tenantId}, ${run.userId}, ${`tool-call-${end.status}`}, ${`tool-call:${call.id}`}, ${sql.json({
            tool: call.tool,
            kind: end.kind,
            ruleId: end.ruleId,
            errorCode: outcome.errorCode,
            outcomeDigest: outcomeDigest(outcome),
            approvalId: call.approval?.id ?? null,
            runId: run.id,
          })})
        )
        insert into call_statistics (tenant_id, level, bucket, tool, entry_point, user_id, agent_id, ${sql(end.status)}, success_ms, executed_ms, tokens, micro_usd,
                                     execution_sketch, wait_sketch, queue_sketch)
        values (${tenantId}, 'delta', date_trunc('hour', ${call.createdAt}::timestamptz, 'UTC'), ${call.tool}, ${run.trigger}, ${run.userId}, ${agent?.bounds.id ?? DEFAULT_AGENT}, 1,
                ${end.status === "succeeded" ? outcome.durationMs : 0}, ${outcome.executed ? outcome.durationMs : 0}, ${call.tokens}, ${call.microUsd},
                ${outcome.executed ? encodeSketch(sketchOf([outcome.durationMs])) : null}, ${times.waitMs === null ? null : encodeSketch(sketchOf([times.waitMs]))},
                ${encodeSketch(sketchOf([times.queueMs]))})`,
      end.status === "cancelled" && call.approval ? cancelApproval(sql, lease, run, call.approval.id) : null,
      outcome.executed && call.approval ? markUsed(sql, lease, run, call.approval.id) : null,
    ]);
  };
}

/** A read takes no ticket, so its approval is used up now. What became of an approved call stands on its card. */
function markUsed(sql: TenantSql, { tenantId }: Lease, run: RunRow, approvalId: ApprovalId) {
  return together([
    sql`update approvals set used_at = now() where tenant_id = ${tenantId} and id = ${approvalId} and status = 'approved' and used_at is null`,
    notify(sql, { type: "approval-changed", tenantId, approvalId, chatId: run.chatId }),
  ]);
}

/** A request whose run was stopped can no longer be decided. */
function cancelApproval(sql: TenantSql, { tenantId }: Lease, run: RunRow, approvalId: ApprovalId) {
  return together([
    sql`update approvals set status = 'cancelled', decided_at = now() where tenant_id = ${tenantId} and id = ${approvalId} and status = 'pending'`,
    notify(sql, { type: "approval-changed", tenantId, approvalId, chatId: run.chatId }),
  ]);
}

/**
 * Human wait and machine queue apart: from proposal to decision, and the rest of the time until the call was settled or began. A call that only reads
 * began its duration before its end, but never before its turn came, which rounding could say.
 */
function timesOf(call: CallRow, end: CallEnd, endedAt: Date): { startedAt: Date; queueMs: number; waitMs: number | null } {
  const executedMs = end.outcome.executed ? end.outcome.durationMs : 0;
  const startedAt = new Date(Math.max(call.startedAt?.getTime() ?? 0, endedAt.getTime() - executedMs));
  const wholeMs = Math.max(0, endedAt.getTime() - call.createdAt.getTime() - executedMs);
  if (!call.approval) return { startedAt, queueMs: wholeMs, waitMs: null };
  const decidedAt = call.approval.decidedAt ? new Date(call.approval.decidedAt).getTime() : endedAt.getTime();
  const waitMs = Math.max(0, decidedAt - call.createdAt.getTime());
  return { startedAt, queueMs: Math.max(0, wholeMs - waitMs), waitMs };
}

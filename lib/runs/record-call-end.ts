import type { TenantSql } from "#db/tenant.ts";
import { together } from "#db/together.ts";
import { DEFAULT_AGENT } from "#lib/agent-profiles/agent-filter.ts";
import { outcomeDigest } from "#lib/audit/outcome-digest.ts";
import { sealSoon } from "#lib/audit/seal-soon.ts";
import { notify } from "#lib/events/notify.ts";
import type { ApprovalId } from "#lib/ids.ts";
import { encodeSketch, sketchOf } from "#lib/metrics/sketch.ts";
import type { RefusalKind, ToolOutcome } from "#lib/tools/outcome.ts";
import type { ReadFrom } from "#lib/tools/read-from.ts";
import type { Lease } from "./lease.ts";
import type { Write } from "./run-journal.ts";
import type { CallRow, RunRow, RunState } from "./run-state.ts";
import type { FinalCallStatus } from "./states.ts";

/** The end of a call, as its row keeps it. `modelText` is what the model reads of it. */
export interface CallEnd {
  status: FinalCallStatus;
  kind: RefusalKind | null;
  ruleId: string | null;
  reason: string | null;
  outcome: ToolOutcome;
  modelText: string;
  /** Whose text from outside stands in `modelText`; absent: nobody's. */
  readFrom?: Partial<ReadFrom> | undefined;
  /** What the run had read when it was decided; absent: what stands in the row. */
  readBefore?: ReadFrom;
}

/**
 * Row, audit entry and statistics of a call that is settled now, in one transaction with the events that tell of it. The statistics count it in the
 * hour in which it was asked for, so that they agree with the record, whose filters go by that time.
 */
export function recordCallEnd(lease: Lease, state: Pick<RunState, "run" | "agent">, call: CallRow, end: CallEnd): Write<void> {
  // Taken here and not by the database: calls that are recorded in one transaction did not end in one moment.
  const endedAt = new Date();
  const { run } = state;
  return async (sql) => {
    sealSoon(lease.tenantId);
    await together([
      settleRow(sql, lease, state, call, { ...end, endedAt }),
      end.status === "cancelled" && call.approval ? cancelApproval(sql, lease, run, call.approval.id) : null,
      end.outcome.executed && call.approval ? markUsed(sql, lease, run, call.approval.id) : null,
    ]);
  };
}

/** All three in one statement: a run makes many calls. */
function settleRow(
  sql: TenantSql,
  { tenantId }: Lease,
  { run, agent }: Pick<RunState, "run" | "agent">,
  call: CallRow,
  { endedAt, ...end }: CallEnd & { endedAt: Date },
) {
  const { executed, durationMs } = end.outcome;
  const readBefore = end.readBefore ? sql.json(end.readBefore as never) : null;
  const { startedAt, queueMs, waitMs } = timesOf(call, end, endedAt);
  const facts = {
    tool: call.tool,
    kind: end.kind,
    ruleId: end.ruleId,
    errorCode: end.outcome.errorCode,
    outcomeDigest: outcomeDigest(end.outcome),
    approvalId: call.approval?.id ?? null,
    runId: run.id,
  };
  return sql`
    with ended as (
      update tool_calls
         set status = ${end.status}, kind = ${end.kind}, rule_id = coalesce(${end.ruleId}, rule_id), reason = coalesce(${end.reason}, reason),
             outcome = ${sql.json(end.outcome as never)}, model_text = ${end.modelText}, ended_at = greatest(created_at, started_at, ${endedAt}),
             read_before = coalesce(${readBefore}, read_before), queue_ms = ${queueMs}, wait_ms = ${waitMs}, duration_ms = ${executed ? durationMs : null},
             started_at = case when ${executed} then greatest(created_at, coalesce(started_at, ${startedAt})) end,
             executions = case when ${executed} then greatest(executions, 1) else executions end,
             approved_by = ${call.approval?.status === "approved" ? call.approval.decidedBy : null}
       where tenant_id = ${tenantId} and id = ${call.id} and ended_at is null
    ), told as (
      insert into audit_entries (tenant_id, actor_id, action, subject, facts)
      values (${tenantId}, ${run.userId}, ${`tool-call-${end.status}`}, ${`tool-call:${call.id}`}, ${sql.json(facts)})
    )
    insert into call_statistics (tenant_id, level, bucket, tool, entry_point, user_id, agent_id, ${sql(end.status)},
                                 success_ms, executed_ms, tokens, micro_usd, execution_sketch, wait_sketch, queue_sketch)
    values (${tenantId}, 'delta', date_trunc('hour', ${call.createdAt}::timestamptz, 'UTC'), ${call.tool}, ${run.trigger}, ${run.userId},
            ${agent?.bounds.id ?? DEFAULT_AGENT}, 1,
            ${end.status === "succeeded" ? durationMs : 0}, ${executed ? durationMs : 0}, ${call.tokens}, ${call.microUsd},
            ${executed ? sketchOfOne(durationMs) : null}, ${waitMs === null ? null : sketchOfOne(waitMs)}, ${sketchOfOne(queueMs)})`;
}

function sketchOfOne(ms: number): Buffer {
  return encodeSketch(sketchOf([ms]));
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

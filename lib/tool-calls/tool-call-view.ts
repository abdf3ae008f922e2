import type { TenantSql } from "#db/tenant.ts";
import type { ApprovalId, ChatId, RunId, ToolCallId, UserId } from "#lib/ids.ts";
import type { ToolCallKind, ToolCallStatus } from "#lib/runs/states.ts";
import type { ToolOutcome } from "#lib/tools/outcome.ts";
import type { StoredReadFrom } from "#lib/tools/read-from.ts";

/** A call as the API shows it: in a run, in the record, in an approval. Times in ms. */
export interface ToolCallView {
  id: ToolCallId;
  /** Unique in its run, also when the model repeats one. */
  toolCallId: string;
  runId: RunId;
  chatId: ChatId;
  tool: string;
  /** What ran or would have run; unreadable arguments stand here as the raw string. */
  input: unknown;
  status: ToolCallStatus;
  kind: ToolCallKind | null;
  ruleId: string | null;
  reason: string | null;
  /** What the run had read from outside when this was decided; null where that was not recorded yet. */
  readBefore: StoredReadFrom;
  approvalId: ApprovalId | null;
  outcome: ToolOutcome | null;
  entryPoint: string;
  /** Of a dry run: what only read was executed, the rest was answered with what would have happened. */
  isDryRun: boolean;
  userId: UserId;
  createdAt: Date;
  startedAt: Date | null;
  endedAt: Date | null;
  /** Time in line, human wait apart. */
  queueMs: number | null;
  /** Until a person decided; null when nobody was asked. */
  waitMs: number | null;
  durationMs: number | null;
}

/** The select list for `tool_calls t`. */
export function callColumns(sql: TenantSql) {
  return sql`
    t.id, t.tool_call_id as "toolCallId", t.run_id as "runId", t.chat_id as "chatId", t.tool, coalesce(t.edited_input, t.input) as input, t.status, t.kind,
    t.rule_id as "ruleId", t.reason, t.read_before as "readBefore", t.approval_id as "approvalId", t.outcome, t.entry_point as "entryPoint", t.user_id as "userId",
    t.created_at as "createdAt", t.started_at as "startedAt", t.ended_at as "endedAt", t.queue_ms as "queueMs", t.wait_ms as "waitMs",
    t.duration_ms as "durationMs", coalesce((select r.is_dry_run from runs r where r.tenant_id = t.tenant_id and r.id = t.run_id), false) as "isDryRun"`;
}

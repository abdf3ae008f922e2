import type { LanguageModelV4Message } from "@ai-sdk/provider";
import type { TenantSql } from "#db/tenant.ts";
import { together } from "#db/together.ts";
import { sealSoon } from "#lib/audit/seal-soon.ts";
import { notify } from "#lib/events/notify.ts";
import type { ApprovalId, ToolCallId } from "#lib/ids.ts";
import type { Requirement } from "#lib/policies/policy.ts";
import type { Cost } from "#lib/prices/cost.ts";
import { storableJsonText } from "#lib/storable.ts";
import type { BoundFile } from "#lib/tool-calls/bound-file.ts";
import type { Effect } from "#lib/tools/define-tool.ts";
import type { ReadFrom } from "#lib/tools/read-from.ts";
import type { Lease } from "./lease.ts";
import type { Write } from "./run-journal.ts";
import type { RunRow } from "./run-state.ts";
import type { Usage } from "./states.ts";

/** A call as it was proposed and judged, before anything happened. */
export interface ProposedCall {
  id: ToolCallId;
  toolCallId: string;
  position: number;
  tool: string;
  toolVersion: number | null;
  effect: Effect | null;
  input: unknown;
  ruleId: string;
  reason: string;
  policyVersion: number;
  status: "proposed" | "awaiting-approval";
  /** Only for a call that waits. */
  request: { id: ApprovalId; digest: string; files: readonly BoundFile[] | null; summary: string; requirement: Requirement } | null;
}

/** A call as it is stored, with its share of its step's tokens and of what they cost. */
export interface RecordedCall extends ProposedCall {
  tokens: number;
  microUsd: number;
}

export interface StepRecord {
  step: number;
  /** When it ended, and its calls were made. The row is written behind, and the first of them may have begun by then, or be refused. */
  createdAt: Date;
  message: LanguageModelV4Message;
  finishReason: string;
  usage: Usage;
  /** The run's totals, this step included. */
  totals: { iterations: number; usage: Usage; cost: Cost };
  model: string;
  /** What the run had read from outside when its model was asked. */
  readBefore: ReadFrom;
  calls: RecordedCall[];
}

/** Stores an assistant message together with all its calls and the requests that they raise: all of it, or nothing. */
export function insertStep(lease: Lease, run: RunRow, record: StepRecord): Write<void> {
  return async (sql) => {
    const { tenantId } = lease;
    const waiting = record.calls.filter((call) => call.request);
    await together([
      insertRows(sql, lease, run, record),
      waiting.length > 0 ? insertApprovals(sql, lease, run, waiting, record.readBefore) : null,
      ...waiting.map((call) =>
        notify(sql, { type: "approval-changed", tenantId, approvalId: call.request?.id as ApprovalId, chatId: run.chatId }),
      ),
    ]);
  };
}

/** The step, its calls and the run's totals, in one statement. */
function insertRows(sql: TenantSql, { tenantId, runId }: Lease, run: RunRow, record: StepRecord) {
  const { step, totals, model, readBefore } = record;
  const rows = record.calls.map((call) => ({
    id: call.id,
    tool_call_id: call.toolCallId,
    position: call.position,
    tool: call.tool.slice(0, 200),
    tool_version: call.toolVersion,
    effect: call.effect,
    input: call.input,
    input_digest: call.request?.digest ?? null,
    status: call.status,
    rule_id: call.ruleId,
    reason: call.reason,
    policy_version: call.policyVersion,
    approval_id: call.request?.id ?? null,
    tokens: call.tokens,
    micro_usd: call.microUsd,
  }));
  return sql`
    with totals as (
      update runs
         set step = ${step + 1}, iterations = ${totals.iterations}, usage = ${sql.json(totals.usage as never)},
             micro_usd = ${totals.cost.microUsd}, unpriced_tokens = ${totals.cost.unpricedTokens}, model = ${model}
       where tenant_id = ${tenantId} and id = ${runId}
    ), step as (
      insert into run_steps (tenant_id, run_id, step, message, finish_reason, usage, created_at)
      values (${tenantId}, ${runId}, ${step}, ${storableJsonText(record.message)}::text::jsonb, ${record.finishReason},
              ${sql.json(record.usage as never)}, ${record.createdAt}::timestamptz)
    )
    insert into tool_calls (tenant_id, id, run_id, chat_id, tool_call_id, step, position, tool, tool_version, effect, input, input_digest, status,
                            rule_id, reason, policy_version, approval_id, entry_point, user_id, schedule_id, model, read_before, tokens, micro_usd,
                            created_at)
    select ${tenantId}, c.id, ${runId}, ${run.chatId}, c.tool_call_id, ${step}, c.position, c.tool, c.tool_version, c.effect, c.input, c.input_digest,
           c.status, c.rule_id, c.reason, c.policy_version, c.approval_id, ${run.trigger}, ${run.userId}, ${run.scheduleId}, ${model},
           ${sql.json(readBefore as never)}::jsonb, c.tokens, c.micro_usd, ${record.createdAt}::timestamptz
      from jsonb_to_recordset(${storableJsonText(rows)}::text::jsonb) as c (id uuid, tool_call_id text, position int, tool text, tool_version int, effect text,
           input jsonb, input_digest text, status text, rule_id text, reason text, policy_version int, approval_id uuid, tokens int, micro_usd bigint)`.execute();
}

async function insertApprovals(
  sql: TenantSql,
  { tenantId, runId }: Lease,
  run: RunRow,
  calls: ProposedCall[],
  readBefore: ReadFrom,
): Promise<void> {
  const rows = calls.map((call) => ({
    id: call.request?.id,
    call_id: call.id,
    tool_call_id: call.toolCallId,
    tool: call.tool,
    tool_version: call.toolVersion,
    effect: call.effect,
    input: call.input,
    input_digest: call.request?.digest,
    files: call.request?.files ?? null,
    summary: call.request?.summary,
    rule_id: call.ruleId,
    reason: call.reason,
    requirement: call.request?.requirement,
    expires_after_ms: call.request?.requirement.expiresAfterMs ?? null,
  }));
  sealSoon(tenantId);
  await together([
    sql`
      insert into approvals (tenant_id, id, call_id, tool_call_id, run_id, chat_id, tool, tool_version, effect, input, input_digest, files, summary, rule_id, reason,
                             entry_point, schedule_id, requested_by, read_before, requirement, votes, offered, status, expires_at)
      select ${tenantId}, c.id, c.call_id, c.tool_call_id, ${runId}, ${run.chatId}, c.tool, c.tool_version, c.effect, c.input, c.input_digest, c.files, c.summary, c.rule_id,
             c.reason, ${run.trigger}, ${run.scheduleId}, ${run.userId}, ${sql.json(readBefore as never)}::jsonb, c.requirement, '[]',
             '["approve", "deny"]', 'pending',
             now() + c.expires_after_ms * interval '1 millisecond'
        from jsonb_to_recordset(${storableJsonText(rows)}::text::jsonb) as c (id uuid, call_id uuid, tool_call_id text, tool text, tool_version int, effect text,
             input jsonb, input_digest text, files jsonb, summary text, rule_id text, reason text, requirement jsonb, expires_after_ms bigint)`,
    sql`
      insert into audit_entries (tenant_id, actor_id, action, subject, facts)
      select ${tenantId}, ${run.userId}, 'approval-requested', 'approval:' || (c->>'id'),
             jsonb_strip_nulls(jsonb_build_object('toolCallId', c->>'call_id', 'tool', c->>'tool', 'digest', c->>'input_digest', 'files', c->'files',
                                                  'ruleId', c->>'rule_id', 'runId', ${runId}::text))
        from jsonb_array_elements(${storableJsonText(rows)}::text::jsonb) as c`,
  ]);
}

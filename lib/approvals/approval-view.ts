import type { TenantSql } from "#db/tenant.ts";
import type { ApprovalId, ChatId, RunId, ScheduleId, ToolCallId, UserId } from "#lib/ids.ts";
import type { Requirement } from "#lib/policies/policy.ts";
import type { BoundFile } from "#lib/tool-calls/bound-file.ts";
import type { Effect } from "#lib/tools/define-tool.ts";
import type { StoredReadFrom } from "#lib/tools/read-from.ts";

export const APPROVAL_STATUSES = ["pending", "approved", "denied", "expired", "cancelled", "superseded"] as const;
export type ApprovalStatus = (typeof APPROVAL_STATUSES)[number];

export interface Vote {
  userId: UserId;
  decision: "approve" | "deny";
  at: string;
  reason: string | null;
}

/** A request as the API and the pages show it: exactly what would run, who asks, why it asks, and what became of it. */
export interface ApprovalView {
  id: ApprovalId;
  status: ApprovalStatus;
  /** The call's row, and its id in the transcript. */
  callId: ToolCallId;
  toolCallId: string;
  runId: RunId;
  chatId: ChatId;
  chatTitle: string;
  tool: string;
  effect: Effect;
  input: unknown;
  /** What a decision must name: `sha256:…`. While it waits, of the changed arguments when one of several approvers changed them. */
  inputDigest: string;
  /** What an approver changed the arguments to: what runs, or what the others are asked now. */
  editedInput: unknown;
  /** The files that it runs, as they stood when it was asked about, or changed: the digest is of them, too. Null: none. */
  files: BoundFile[] | null;
  summary: string;
  reason: { ruleId: string; text: string };
  entryPoint: string;
  scheduleId: ScheduleId | null;
  requestedBy: UserId;
  requestedByName: string;
  /** The agent that made the call in their name; null: the default one. */
  agentName: string | null;
  /** What the run had read from outside when it asked; null where that was not recorded yet. */
  readBefore: StoredReadFrom;
  requirement: Requirement;
  votes: Vote[];
  decisions: ("approve" | "deny")[];
  decidedBy: UserId | null;
  decidedByName: string | null;
  decidedAt: Date | null;
  decisionReason: string | null;
  createdAt: Date;
  expiresAt: Date | null;
}

/** The select list and joins for `approvals a`. */
export function selectApprovals(sql: TenantSql) {
  return sql`
    select a.id, a.status, a.call_id as "callId", a.tool_call_id as "toolCallId", a.run_id as "runId", a.chat_id as "chatId", c.title as "chatTitle",
           a.tool, a.effect, a.input,
           case when a.status = 'pending' then coalesce(a.edited_digest, a.input_digest) else a.input_digest end as "inputDigest",
           a.edited_input as "editedInput", a.files, a.summary,
           jsonb_build_object('ruleId', a.rule_id, 'text', a.reason) as reason, a.entry_point as "entryPoint", a.schedule_id as "scheduleId",
           a.requested_by as "requestedBy", asker.name as "requestedByName", doer.name as "agentName", a.read_before as "readBefore", a.requirement, a.votes,
           case when a.status = 'pending' then a.offered else '[]' end as decisions,
           a.decided_by as "decidedBy", decider.name as "decidedByName", a.decided_at as "decidedAt", a.decision_reason as "decisionReason",
           a.created_at as "createdAt", a.expires_at as "expiresAt"
      from approvals a
      join chats c on c.tenant_id = a.tenant_id and c.id = a.chat_id
      left join agents doer on doer.tenant_id = c.tenant_id and doer.id = c.agent_id
      join users asker on asker.id = a.requested_by
      left join users decider on decider.id = a.decided_by`;
}

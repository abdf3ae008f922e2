import type { TenantSql } from "#db/tenant.ts";
import type { UserId } from "#lib/ids.ts";
import type { Effect } from "#lib/tools/define-tool.ts";
import { callColumns, type ToolCallView } from "./tool-call-view.ts";

/** A call in the record: the contract's tool call, with the names that people know and what decided it. */
export interface CallRecord extends ToolCallView {
  effect: Effect | null;
  userName: string | null;
  chatTitle: string;
  isChatDeleted: boolean;
  approvedBy: UserId | null;
  approvedByName: string | null;
  policyVersion: number | null;
  model: string | null;
  /** Its share of the model step that asked for it, and what that cost. */
  tokens: number;
  costUsd: number;
  /** Of a command that ran: `full`, `reduced` or `none`, as it was then. */
  sandbox: string | null;
}

/** The select list and joins for `tool_calls t`. */
export function selectRecords(sql: TenantSql) {
  return sql`
    select ${callColumns(sql)}, t.effect, asker.name as "userName", c.title as "chatTitle", c.deleted_at is not null as "isChatDeleted",
           t.approved_by as "approvedBy", approver.name as "approvedByName", t.policy_version as "policyVersion",
           t.model, t.tokens, t.micro_usd / 1e6::float8 as "costUsd",
           case when t.tool = 'shell' then t.outcome #>> '{data,sandbox}' end as sandbox,
           t.created_at::text as place
      from tool_calls t
      join chats c on c.tenant_id = t.tenant_id and c.id = t.chat_id
      left join users asker on asker.id = t.user_id
      left join users approver on approver.id = t.approved_by`;
}

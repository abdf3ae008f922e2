import { z } from "zod";
import type { TenantSql } from "#db/tenant.ts";
import { agentFilter, DEFAULT_AGENT } from "#lib/agent-profiles/agent-filter.ts";
import { APPROVAL_STATUSES } from "#lib/approvals/approval-view.ts";
import { ENTRY_POINTS, type TenantContext } from "#lib/context.ts";
import { type AgentId, parseChatId, parseRunId, parseUserId } from "#lib/ids.ts";
import { instantText } from "#lib/instant.ts";
import { idFilter } from "#lib/paging/id-filter.ts";
import { TOOL_CALL_STATUSES } from "#lib/runs/states.ts";
import { REFUSAL_KINDS } from "#lib/tools/outcome.ts";
import { visibleCall } from "./visible-call.ts";

/** Beside the statuses themselves: `settled`, as figures count them, and `open`, the others; `not-run`: settled by people, rules or Stop before they ran. */
export const STATUS_FILTERS = [...TOOL_CALL_STATUSES, "settled", "open", "not-run"] as const;

/** The filters of the record, as a query has them. `from` and `to` go by the time at which the call was asked for; `to` itself is outside. */
export const callFilterQuery = {
  /** The name as it was recorded: unknown tools stand there as the model wrote them. */
  tool: z.string().max(200).optional(),
  status: z.enum(STATUS_FILTERS).optional(),
  kind: z.enum(REFUSAL_KINDS).optional(),
  /** What became of its request: a person was asked, as figures count requests. `any`, or `ran` for those approved that began. */
  approval: z.enum([...APPROVAL_STATUSES, "any", "ran"]).optional(),
  userId: idFilter(parseUserId),
  /** Who answers in its chat. */
  agentId: agentFilter,
  entryPoint: z.enum(ENTRY_POINTS).optional(),
  model: z.string().max(200).optional(),
  chatId: idFilter(parseChatId),
  runId: idFilter(parseRunId),
  from: instantText.optional(),
  to: instantText.optional(),
};

export type CallFilter = z.output<z.ZodObject<typeof callFilterQuery>>;

/** What the filters leave of the organization's calls, seen or not. Only the filters that are given become part of the statement. */
export function matchingCalls(sql: TenantSql, { tenantId }: TenantContext, filter: CallFilter) {
  const { tool, status, kind, approval, userId, agentId, entryPoint, model, chatId, runId, from, to } = filter;
  return sql`
    t.tenant_id = ${tenantId}
    ${tool === undefined ? sql`` : sql`and t.tool = ${tool}`}
    ${status === undefined ? sql`` : hasStatus(sql, status)}
    ${kind === undefined ? sql`` : sql`and t.kind = ${kind}`}
    ${approval === undefined ? sql`` : hasApproval(sql, approval)}
    ${userId === undefined ? sql`` : sql`and t.user_id = ${userId}`}
    ${agentId === undefined ? sql`` : isOfAgent(sql, agentId)}
    ${entryPoint === undefined ? sql`` : sql`and t.entry_point = ${entryPoint}`}
    ${model === undefined ? sql`` : sql`and t.model = ${model}`}
    ${chatId === undefined ? sql`` : sql`and t.chat_id = ${chatId}`}
    ${runId === undefined ? sql`` : sql`and t.run_id = ${runId}`}
    ${from === undefined ? sql`` : sql`and t.created_at >= ${from}`}
    ${to === undefined ? sql`` : sql`and t.created_at < ${to}`}`;
}

/** The same, of those that the caller may read. For `tool_calls t join chats c`. */
export function readableCalls(sql: TenantSql, ctx: TenantContext, filter: CallFilter) {
  return sql`${matchingCalls(sql, ctx, filter)} and ${visibleCall(sql, ctx)}`;
}

function hasStatus(sql: TenantSql, status: (typeof STATUS_FILTERS)[number]) {
  switch (status) {
    case "settled":
      return sql`and t.ended_at is not null`;
    case "open":
      return sql`and t.ended_at is null`;
    case "not-run":
      return sql`and t.ended_at is not null and t.status in ('refused', 'denied', 'expired', 'cancelled')`;
    default:
      return sql`and t.status = ${status}`;
  }
}

function isOfAgent(sql: TenantSql, agentId: AgentId) {
  return sql`and t.chat_id in (select p.id from chats p where p.tenant_id = t.tenant_id and coalesce(p.agent_id, ${DEFAULT_AGENT}::uuid) = ${agentId})`;
}

function hasApproval(sql: TenantSql, approval: NonNullable<CallFilter["approval"]>) {
  const became = approval === "any" ? sql`` : approval === "ran" ? sql`and a.used_at is not null` : sql`and a.status = ${approval}`;
  return sql`and exists (select 1 from approvals a where a.tenant_id = t.tenant_id and a.id = t.approval_id ${became})`;
}

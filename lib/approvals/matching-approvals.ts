import type { TenantSql } from "#db/tenant.ts";
import type { TenantContext } from "#lib/context.ts";
import type { ApprovalFilter } from "./approval-filter.ts";
import { inTab } from "./queue-tab.ts";
import { seesEveryRequest, visibleApproval } from "./visible-approval.ts";

type Filter = Omit<ApprovalFilter, "limit" | "cursor">;

/** `from … where …` of what the caller may see and the filters leave; chats are only looked at for those who must be able to open them. */
export function fromMatching(sql: TenantSql, ctx: TenantContext, filter: Filter) {
  const chats = seesEveryRequest(ctx) ? sql`` : sql`join chats c on c.tenant_id = a.tenant_id and c.id = a.chat_id`;
  return sql`from approvals a ${chats} where ${matchingApprovals(sql, ctx, filter)}`;
}

/**
 * What the caller may see and the filters leave, for `approvals a join chats c`. Only the filters that are given become part of the
 * statement, so that each combination has a plan (and the partial indexes) of its own.
 */
function matchingApprovals(sql: TenantSql, ctx: TenantContext, filter: Filter) {
  const { tab, status, chatId, tool, effect, from, to } = filter;
  return sql`
    a.tenant_id = ${ctx.tenantId} and ${visibleApproval(sql, ctx)}
    ${tab ? sql`and ${inTab(sql, ctx, tab)}` : sql``}
    ${status === "pending" ? sql`and a.status = 'pending'` : status ? sql`and a.status = ${status}` : sql``}
    ${chatId ? sql`and a.chat_id = ${chatId}` : sql``}
    ${tool ? sql`and a.tool = lower(${tool})` : sql``}
    ${effect ? sql`and a.effect = ${effect}` : sql``}
    ${from ? sql`and a.created_at >= ${from}` : sql``}
    ${to ? sql`and a.created_at < ${to}` : sql``}`;
}

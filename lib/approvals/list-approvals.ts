import { z } from "zod";
import type { TenantContext } from "#lib/context.ts";
import type { ChatId } from "#lib/ids.ts";
import { readCursor } from "#lib/paging/cursor.ts";
import type { PageRequest } from "#lib/paging/list-query.ts";
import { type Page, pageOf } from "#lib/paging/page.ts";
import { type ApprovalStatus, type ApprovalView, selectApprovals } from "./approval-view.ts";
import { visibleApproval } from "./visible-approval.ts";

export interface ApprovalFilter extends PageRequest {
  status?: ApprovalStatus | undefined;
  chatId?: ChatId | undefined;
  tool?: string | undefined;
  /** From this instant on, and before that one, by the time of the request. */
  from?: Date | undefined;
  to?: Date | undefined;
}

/**
 * Requests that the caller may see: pending ones oldest first, since they have waited longest, all others newest first. `total` counts what
 * the filters leave.
 */
export async function listApprovals(ctx: TenantContext, filter: ApprovalFilter): Promise<Page<ApprovalView>> {
  const { tenantId } = ctx;
  const { status, limit } = filter;
  const isQueue = status === "pending";
  const list = `approvals ${status ?? "all"}`;
  const after = readCursor(tenantId, list, filter.cursor, z.tuple([z.uuid()]))?.[0] ?? null;
  const [rows, [count]] = await ctx.db.sql((sql) => {
    const wanted = sql`
      a.tenant_id = ${tenantId} and ${visibleApproval(sql, ctx)}
      and (${status ?? null}::text is null or a.status = ${status ?? null}) and (${filter.chatId ?? null}::uuid is null or a.chat_id = ${filter.chatId ?? null}::uuid)
      and (${filter.tool ?? null}::text is null or a.tool = lower(${filter.tool ?? null}))
      and (${filter.from ?? null}::timestamptz is null or a.created_at >= ${filter.from ?? null}::timestamptz)
      and (${filter.to ?? null}::timestamptz is null or a.created_at < ${filter.to ?? null}::timestamptz)`;
    // Ids are UUIDs of version 7: their order is the order of the requests.
    const beyond = isQueue ? sql`a.id > ${after}::uuid` : sql`a.id < ${after}::uuid`;
    return Promise.all([
      sql<ApprovalView[]>`
        ${selectApprovals(sql)} where ${wanted} and (${after}::uuid is null or ${beyond})
        order by a.id ${isQueue ? sql`asc` : sql`desc`} limit ${limit + 1}`,
      sql<{ total: number }[]>`
        select count(*)::int as total from approvals a join chats c on c.tenant_id = a.tenant_id and c.id = a.chat_id where ${wanted}`,
    ]);
  });
  return pageOf({ tenantId, list, rows, limit, total: count?.total ?? 0, position: (row) => [row.id], item: (row) => row });
}

import { z } from "zod";
import type { TenantContext } from "#lib/context.ts";
import type { ChatId } from "#lib/ids.ts";
import { readCursor } from "#lib/paging/cursor.ts";
import type { PageRequest } from "#lib/paging/list-query.ts";
import { type Page, pageOf } from "#lib/paging/page.ts";
import { type ApprovalStatus, type ApprovalView, selectApprovals } from "./approval-view.ts";
import { matchingApprovals } from "./matching-approvals.ts";
import type { QueueTab } from "./queue-tab.ts";

export interface ApprovalFilter extends PageRequest {
  /** One of the page's views: what waits for the caller, for others, what is closed. */
  tab?: QueueTab | undefined;
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
  const { tab, status, limit } = filter;
  const isQueue = status === "pending" || tab === "needs-you" || tab === "others";
  const list = `approvals ${tab ?? ""} ${status ?? "all"}`;
  const after = readCursor(tenantId, list, filter.cursor, z.tuple([z.uuid()]))?.[0];
  const [rows, [count]] = await ctx.db.sql((sql) => {
    const wanted = matchingApprovals(sql, ctx, filter);
    // Ids are UUIDs of version 7: their order is the order of the requests.
    const beyond = after ? (isQueue ? sql`and a.id > ${after}` : sql`and a.id < ${after}`) : sql``;
    return Promise.all([
      sql<
        ApprovalView[]
      >`${selectApprovals(sql)} where ${wanted} ${beyond} order by a.id ${isQueue ? sql`asc` : sql`desc`} limit ${limit + 1}`,
      sql<{ total: number }[]>`
        select count(*)::int as total from approvals a join chats c on c.tenant_id = a.tenant_id and c.id = a.chat_id where ${wanted}`,
    ]);
  });
  return pageOf({ tenantId, list, rows, limit, total: count?.total ?? 0, position: (row) => [row.id], item: (row) => row });
}

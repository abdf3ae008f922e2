import { z } from "zod";
import type { TenantContext } from "#lib/context.ts";
import type { ApprovalId } from "#lib/ids.ts";
import { readCursor } from "#lib/paging/cursor.ts";
import { type Page, pageOf } from "#lib/paging/page.ts";
import type { ApprovalFilter } from "./approval-filter.ts";
import { type ApprovalView, selectApprovals } from "./approval-view.ts";
import { forReader } from "./for-reader.ts";
import { fromMatching } from "./matching-approvals.ts";

/**
 * Requests that the caller may see: pending ones oldest first, since they have waited longest, all others newest first. `total` counts what
 * the filters leave, and `decisions` are the reader's own; who knows it already hands it in as `known`.
 */
export async function listApprovals(
  ctx: TenantContext,
  filter: ApprovalFilter,
  known: { total?: number } = {},
): Promise<Page<ApprovalView>> {
  const { tenantId } = ctx;
  const { tab, status, limit } = filter;
  const isQueue = status === "pending" || tab === "needs-you" || tab === "others";
  const list = `approvals ${tab ?? ""} ${status ?? "all"}`;
  const after = readCursor(tenantId, list, filter.cursor, z.tuple([z.uuid()]))?.[0];
  const [rows, count] = await ctx.db.sql((sql) => {
    // Ids are UUIDs of version 7: their order is the order of the requests.
    const beyond = after ? (isQueue ? sql`and a.id > ${after}` : sql`and a.id < ${after}`) : sql``;
    const order = isQueue ? sql`asc` : sql`desc`;
    // The page's ids first, so that names and titles are looked up for one page and not for the queue.
    const ids = sql<
      { id: ApprovalId }[]
    >`select a.id ${fromMatching(sql, ctx, filter)} ${beyond} order by a.id ${order} limit ${limit + 1}`;
    return Promise.all([
      sql<ApprovalView[]>`
        ${selectApprovals(sql)} where a.tenant_id = ${tenantId} and a.id in (with page as materialized (${ids}) select id from page) order by a.id ${order}`,
      known.total ??
        sql<{ total: number }[]>`select count(*)::int as total ${fromMatching(sql, ctx, filter)}`.then(([row]) => row?.total ?? 0),
    ]);
  });
  return pageOf({ tenantId, list, rows, limit, total: count, position: (row) => [row.id], item: (row) => forReader(ctx, row) });
}

import { z } from "zod";
import { together } from "#db/together.ts";
import type { TenantContext } from "#lib/context.ts";
import { readCursor } from "#lib/paging/cursor.ts";
import type { PageRequest } from "#lib/paging/list-query.ts";
import { type Page, pageOf } from "#lib/paging/page.ts";
import { type GrantView, selectGrantViews, visibleGrant } from "./grant-view.ts";

export interface GrantFilter extends PageRequest {
  /** `active`: those that still cover something; `ended`: the others. */
  status?: "active" | "ended" | undefined;
  tool?: string | undefined;
}

const LIST = "grants";

/** Standing approvals that the caller may see, newest first. */
export async function listGrants(ctx: TenantContext, { limit, cursor, status, tool }: GrantFilter): Promise<Page<GrantView>> {
  const { tenantId } = ctx;
  const after = readCursor(tenantId, LIST, cursor, z.tuple([z.uuid()]))?.[0] ?? null;
  const [rows, [total]] = await ctx.db.sql((sql) => {
    const seen = sql`
      (${selectGrantViews(sql)} where g.tenant_id = ${tenantId} and ${visibleGrant(sql, ctx)} ${tool ? sql`and g.tool = lower(${tool})` : sql``}) view`;
    const wanted = status === "active" ? sql`status = 'active'` : status === "ended" ? sql`status <> 'active'` : sql`true`;
    return together([
      sql<GrantView[]>`
        select * from ${seen} where ${wanted} and (${after}::uuid is null or id < ${after}::uuid) order by id desc limit ${limit + 1}`,
      sql<[{ count: number }]>`select count(*)::int as count from ${seen} where ${wanted}`,
    ]);
  });
  return pageOf({ tenantId, list: LIST, rows, limit, total: total.count, position: (row) => [row.id], item: (row) => row });
}

import { requireRole } from "#lib/auth/require-role.ts";
import type { TenantContext } from "#lib/context.ts";
import type { PageRequest } from "#lib/paging/list-query.ts";
import type { Page } from "#lib/paging/page.ts";
import { pageOfAll } from "#lib/paging/page-of-all.ts";
import { readServers, type ServerView } from "./server-view.ts";

/** The servers of the organization by name, with what they list: for those who review them, and for auditors. */
export async function listServers(ctx: TenantContext, page: PageRequest): Promise<Page<ServerView>> {
  requireRole(ctx, "owner", "admin", "auditor");
  const items = await ctx.db.sql((sql) => readServers(sql, ctx));
  return pageOfAll({ userId: ctx.userId, list: `mcp-servers ${ctx.tenantId}`, items }, page);
}

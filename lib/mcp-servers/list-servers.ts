import { z } from "zod";
import { requireRole } from "#lib/auth/require-role.ts";
import type { TenantContext } from "#lib/context.ts";
import { readCursor } from "#lib/paging/cursor.ts";
import type { PageRequest } from "#lib/paging/list-query.ts";
import { type Page, pageOf } from "#lib/paging/page.ts";
import { readServers, type ServerView } from "./server-view.ts";

const LIST = "mcp-servers";

/** The servers of the organization by name, with what they list: for those who review them, and for auditors. */
export async function listServers(ctx: TenantContext, { limit, cursor }: PageRequest): Promise<Page<ServerView>> {
  requireRole(ctx, "owner", "admin", "auditor");
  const { tenantId } = ctx;
  const [after] = readCursor(tenantId, LIST, cursor, z.tuple([z.string()])) ?? [""];
  const servers = await ctx.db.sql((sql) => readServers(sql, ctx));
  const rows = servers.filter(({ name }) => name > after);
  return pageOf({ tenantId, list: LIST, rows, limit, total: servers.length, position: ({ name }) => [name], item: (server) => server });
}

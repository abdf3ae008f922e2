import { requireRole } from "#lib/auth/require-role.ts";
import type { TenantContext } from "#lib/context.ts";
import { readServers, type ServerView } from "./server-view.ts";

/** All servers of the organization with what they list: for those who review them, and for auditors. */
export async function listServers(ctx: TenantContext): Promise<{ items: ServerView[]; nextCursor: null; total: number }> {
  requireRole(ctx, "owner", "admin", "auditor");
  const items = await ctx.db.sql((sql) => readServers(sql, ctx));
  return { items, nextCursor: null, total: items.length };
}

import { requireRole } from "#lib/auth/require-role.ts";
import type { TenantContext } from "#lib/context.ts";
import type { McpServerId } from "#lib/ids.ts";
import { ServerFailure } from "#lib/mcp-client/server-failure.ts";
import { lookAgain } from "./look-again.ts";
import { readServer, type ServerView } from "./server-view.ts";

/**
 * Looks at a server now. One that cannot be asked is answered as it was known, with its `problem`; what was approved of it stays approved.
 * @throws AppError 403, 404
 */
export async function refreshServer(ctx: TenantContext, id: McpServerId): Promise<ServerView> {
  requireRole(ctx, "owner", "admin");
  await lookAgain(ctx, id, { actorId: ctx.userId }).catch((error) => {
    if (!(error instanceof ServerFailure)) throw error;
  });
  return ctx.db.sql((sql) => readServer(sql, ctx, id));
}

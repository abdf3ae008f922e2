import { recordAudit } from "#lib/audit/record-audit.ts";
import { requireRole } from "#lib/auth/require-role.ts";
import type { TenantContext } from "#lib/context.ts";
import { notFound } from "#lib/errors.ts";
import { notify } from "#lib/events/notify.ts";
import type { McpServerId } from "#lib/ids.ts";
import { isStorable } from "#lib/storable.ts";
import { lockServers } from "./lock-servers.ts";
import { readServer, type ServerView } from "./server-view.ts";

/**
 * Takes back the approval of one tool: it waits for review again, and does not exist until then.
 * @param input.name as the server names it
 * @throws AppError 403; 404 also for a tool that nobody has approved
 */
export async function withdrawTool(ctx: TenantContext, { id, name }: { id: McpServerId; name: string }): Promise<ServerView> {
  requireRole(ctx, "owner", "admin");
  if (!isStorable(name)) throw notFound("MCP server");
  const { tenantId, userId } = ctx;
  return ctx.db.sql(async (sql) => {
    await lockServers(sql, tenantId);
    const [withdrawn] = await sql`
      update mcp_tools set approved_hash = null, approved_definition = null, effect = null, approved_by = null, approved_at = null
       where tenant_id = ${tenantId} and server_id = ${id} and name = ${name} and approved_hash is not null returning 1`;
    if (!withdrawn) throw notFound("MCP server");
    await recordAudit(sql, { tenantId, actorId: userId, action: "mcp-tool-withdraw", subject: `mcp-server:${id}`, facts: { name } });
    await notify(sql, { type: "policy-changed", tenantId });
    return readServer(sql, ctx, id);
  });
}

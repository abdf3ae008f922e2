import { recordAudit } from "#lib/audit/record-audit.ts";
import { requireRole } from "#lib/auth/require-role.ts";
import type { TenantContext } from "#lib/context.ts";
import { notFound } from "#lib/errors.ts";
import { notify } from "#lib/events/notify.ts";
import type { McpServerId } from "#lib/ids.ts";
import { lockServers } from "./lock-servers.ts";

/**
 * Removes a server with its tools; its address and headers are deleted. A call that waits for people finds no such tool when it is approved.
 * @throws AppError 403, 404
 */
export async function removeServer(ctx: TenantContext, id: McpServerId): Promise<void> {
  requireRole(ctx, "owner", "admin");
  const { tenantId, userId } = ctx;
  await ctx.db.sql(async (sql) => {
    await lockServers(sql, tenantId);
    const [removed] = await sql<{ name: string }[]>`
      update mcp_servers set removed_at = now(), secret = null where tenant_id = ${tenantId} and id = ${id} and removed_at is null returning name`;
    if (!removed) throw notFound("MCP server");
    // What was approved once stays, so that its versions go on counting.
    await sql`delete from mcp_tools where tenant_id = ${tenantId} and server_id = ${id} and version is null`;
    await recordAudit(sql, { tenantId, actorId: userId, action: "mcp-server-remove", subject: `mcp-server:${id}`, facts: { ...removed } });
    await notify(sql, { type: "policy-changed", tenantId });
  });
}

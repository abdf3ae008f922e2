import type { TenantSql } from "#db/tenant.ts";
import { recordAudit } from "#lib/audit/record-audit.ts";
import { requireRole } from "#lib/auth/require-role.ts";
import type { TenantContext } from "#lib/context.ts";
import { AppError, invalidRequest } from "#lib/errors.ts";
import { notify } from "#lib/events/notify.ts";
import type { McpServerId } from "#lib/ids.ts";
import type { Effect } from "#lib/tools/define-tool.ts";
import { lockServers } from "./lock-servers.ts";
import { readServer, type ServerToolView, type ServerView } from "./server-view.ts";

/** One tool as somebody has read it: `hash` is of the definition that was shown. */
export interface ToolApproval {
  name: string;
  hash: string;
  effect: Effect;
}

/** Model providers take no more functions in one question. */
const MAX_TOOLS = 100;
/** Of all definitions together: every run reads them, and every question to the model carries them. */
const MAX_CHARS = 300_000;

/**
 * Lets tools of a server be used, each as it was read and with an effect that somebody chose for it. From then on they exist for this organization, under
 * its rules. A standing approval of an earlier version is void.
 * @throws AppError 400 for a tool that is not listed or cannot be used, 403, 404, 409 `digest_mismatch` for one that is another by now (none of them
 * is approved then), 409 `conflict` when there would be too many
 */
export async function approveTools(ctx: TenantContext, id: McpServerId, approvals: readonly ToolApproval[]): Promise<ServerView> {
  requireRole(ctx, "owner", "admin");
  const { tenantId, userId } = ctx;
  return ctx.db.sql(async (sql) => {
    await lockServers(sql, tenantId);
    const { tools } = await readServer(sql, ctx, id);
    const byName = new Map(tools.map((tool) => [tool.name, tool]));
    approvals.forEach((approval, index) => {
      requireSame(byName.get(approval.name), approval, index);
    });
    for (const { name, effect } of approvals) {
      await sql`
        update mcp_tools t set approved_hash = hash, approved_definition = definition, effect = ${effect}, approved_by = ${userId}, approved_at = now(),
               version = 1 + coalesce((select max(version) from mcp_tools o where o.tenant_id = t.tenant_id and o.qualified_name = t.qualified_name), 0)
         where tenant_id = ${tenantId} and server_id = ${id} and name = ${name}`;
    }
    await requireRoom(sql, ctx);
    const facts = { tools: approvals.map(({ name, hash, effect }) => ({ name, hash, effect })) };
    await recordAudit(sql, { tenantId, actorId: userId, action: "mcp-tools-approve", subject: `mcp-server:${id}`, facts });
    await notify(sql, { type: "policy-changed", tenantId });
    return readServer(sql, ctx, id);
  });
}

function requireSame(tool: ServerToolView | undefined, { name, hash }: ToolApproval, index: number): void {
  if (!tool || tool.status === "gone")
    throw invalidRequest([{ path: `tools.${index}.name`, message: `The server lists no tool named ${name}.` }]);
  if (tool.hash !== hash)
    throw new AppError("digest_mismatch", `${name} is another than you were shown. Read it again.`, { name, hash: tool.hash });
  if (tool.problem !== null) throw invalidRequest([{ path: `tools.${index}.name`, message: `${name} cannot be used. ${tool.problem}` }]);
}

async function requireRoom(sql: TenantSql, { tenantId }: TenantContext): Promise<void> {
  const [all] = await sql<[{ tools: number; chars: number }]>`
    select count(*)::int as tools, coalesce(sum(length(t.approved_definition::text)), 0)::int as chars
      from mcp_tools t join mcp_servers s on s.tenant_id = t.tenant_id and s.id = t.server_id and s.removed_at is null
     where t.tenant_id = ${tenantId} and t.approved_hash is not null`;
  if (all.tools > MAX_TOOLS)
    throw new AppError("conflict", `An organization may have ${MAX_TOOLS} approved tools of MCP servers.`, { limit: MAX_TOOLS });
  if (all.chars > MAX_CHARS) {
    const detail = `The definitions of all approved tools may have ${MAX_CHARS} characters together. Approve fewer, or remove a server.`;
    throw new AppError("conflict", detail, { limit: MAX_CHARS });
  }
}

import type { TenantSql } from "#db/tenant.ts";
import { recordAudit } from "#lib/audit/record-audit.ts";
import { notify } from "#lib/events/notify.ts";
import type { McpServerId, TenantId, UserId } from "#lib/ids.ts";
import { storableJson } from "#lib/storable.ts";
import type { ExaminedTool, examineTools } from "./examine-tools.ts";
import { lockServers } from "./lock-servers.ts";
import { isHeldBack } from "./select-server-tools.ts";

/**
 * Stores what a server lists now. A tool that is new waits for review; one that was approved and is another now is held back at once; one that was never
 * approved and is gone is forgotten. Part of the caller's transaction.
 * @param actorId who looked; null: the product itself, before a call
 */
export async function storeSeenTools(
  sql: TenantSql,
  { tenantId, serverId, actorId }: { tenantId: TenantId; serverId: McpServerId; actorId: UserId | null },
  { tools, unnamed }: Awaited<ReturnType<typeof examineTools>>,
): Promise<void> {
  await lockServers(sql, tenantId);
  const [server] = await sql`
    update mcp_servers set checked_at = now(), is_stale = false, problem = null, unnamed_tools = ${unnamed}
     where tenant_id = ${tenantId} and id = ${serverId} and removed_at is null returning 1`;
  if (!server) return;
  const before = await usableTools(sql, tenantId, serverId);
  await sql`update mcp_tools set is_listed = false where tenant_id = ${tenantId} and server_id = ${serverId}`;
  await sql`
    insert into mcp_tools (tenant_id, server_id, name, qualified_name, definition, hash, problem, is_listed)
    select ${tenantId}, ${serverId}, name, "qualifiedName", definition, hash, problem, true
      from jsonb_to_recordset(${sql.json(storable(tools))}) as seen (name text, "qualifiedName" text, definition jsonb, hash text, problem text)
    on conflict (tenant_id, server_id, name) do update
       set definition = excluded.definition, hash = excluded.hash, problem = excluded.problem, is_listed = true`;
  await sql`delete from mcp_tools where tenant_id = ${tenantId} and server_id = ${serverId} and not is_listed and version is null`;
  const after = await usableTools(sql, tenantId, serverId);
  if (before.join() === after.join()) return;
  const facts = { heldBack: before.filter((name) => !after.includes(name)), usableAgain: after.filter((name) => !before.includes(name)) };
  await recordAudit(sql, { tenantId, actorId, action: "mcp-server-change", subject: `mcp-server:${serverId}`, facts });
  await notify(sql, { type: "policy-changed", tenantId });
}

async function usableTools(sql: TenantSql, tenantId: TenantId, serverId: McpServerId): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`
    select name from mcp_tools t
     where tenant_id = ${tenantId} and server_id = ${serverId} and approved_hash is not null and is_listed and not ${isHeldBack(sql)} order by name`;
  return rows.map(({ name }) => name);
}

function storable(tools: readonly ExaminedTool[]): never {
  return storableJson(tools) as never;
}

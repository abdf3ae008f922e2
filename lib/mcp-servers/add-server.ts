import type { TenantSql } from "#db/tenant.ts";
import { recordAudit } from "#lib/audit/record-audit.ts";
import { requireRole } from "#lib/auth/require-role.ts";
import type { TenantContext } from "#lib/context.ts";
import { AppError, invalidRequest } from "#lib/errors.ts";
import { type McpServerId, newId } from "#lib/ids.ts";
import { looksLikeKey } from "#lib/mcp-client/secrets-of.ts";
import type { ServerAddress } from "#lib/mcp-client/server-address.ts";
import { ServerFailure } from "#lib/mcp-client/server-failure.ts";
import { configuredAllowList } from "#lib/net/configured-allow-list.ts";
import { BlockedTarget } from "#lib/net/errors.ts";
import { parseTarget } from "#lib/net/vet-target.ts";
import { lockServers } from "./lock-servers.ts";
import { readServerTools } from "./read-server-tools.ts";
import { sealAddress } from "./server-secret.ts";
import { readServer, type ServerView } from "./server-view.ts";
import { storeSeenTools } from "./store-seen-tools.ts";

const MAX_SERVERS = 50;

/**
 * Adds a server, once it has answered with its tools. All of them wait for review: nothing is offered to a model.
 * @param input.name in small letters, as `SERVER_NAME` has it
 * @throws AppError 400 with what the server did instead, 403, 409 `conflict` for a name that is taken and for the fifty-first
 */
export async function addServer(ctx: TenantContext, { name, ...address }: ServerAddress & { name: string }): Promise<ServerView> {
  requireRole(ctx, "owner", "admin");
  const { tenantId, userId } = ctx;
  const shownUrl = requireSoundUrl(address.url);
  await ctx.db.sql((sql) => requireRoom(sql, ctx, name));
  const seen = await readServerTools(name, address).catch((error) => {
    if (error instanceof ServerFailure) throw invalidRequest([{ path: "url", message: error.message }]);
    throw error;
  });
  return ctx.db.sql(async (sql) => {
    await lockServers(sql, tenantId);
    await requireRoom(sql, ctx, name);
    const id = newId<McpServerId>();
    const headerNames = Object.keys(address.headers);
    await sql`
      insert into mcp_servers (tenant_id, id, name, shown_url, header_names, secret, checked_at, created_by)
      values (${tenantId}, ${id}, ${name}, ${shownUrl}, ${sql.json(headerNames)}, ${sealAddress(address, tenantId, id)}, now(), ${userId})`;
    await storeSeenTools(sql, { tenantId, serverId: id, actorId: userId }, seen);
    const facts = { name, url: shownUrl, headerNames, tools: seen.tools.length };
    await recordAudit(sql, { tenantId, actorId: userId, action: "mcp-server-add", subject: `mcp-server:${id}`, facts });
    return readServer(sql, ctx, id);
  });
}

/** What people may see of it. A token must not travel in the open, except to where the operator allowed it. */
function requireSoundUrl(text: string): string {
  const allow = configuredAllowList();
  try {
    const { url, port } = parseTarget(text, allow);
    if (url.protocol === "http:" && !allow.includes(url.hostname, port))
      throw new BlockedTarget("blocked", "An address on the internet must begin with https:");
    const path = url.pathname.split("/").map((part) => (looksLikeKey(part) ? "…" : part));
    return `${url.origin}${path.join("/")}${url.search === "" ? "" : "?…"}`;
  } catch (error) {
    if (!(error instanceof BlockedTarget)) throw error;
    throw invalidRequest([{ path: "url", message: `${error.message}.` }]);
  }
}

async function requireRoom(sql: TenantSql, { tenantId }: TenantContext, name: string): Promise<void> {
  const [row] = await sql<[{ count: number; isTaken: boolean }]>`
    select count(*)::int as count, coalesce(bool_or(name = ${name}), false) as "isTaken" from mcp_servers where tenant_id = ${tenantId} and removed_at is null`;
  if (row.isTaken)
    throw new AppError("conflict", `There is a server named ${name} already. Give this one another name, or remove the other.`);
  if (row.count >= MAX_SERVERS)
    throw new AppError("conflict", `An organization may have ${MAX_SERVERS} MCP servers.`, { limit: MAX_SERVERS });
}

import type { TenantSql } from "#db/tenant.ts";
import { together } from "#db/together.ts";
import type { TenantContext } from "#lib/context.ts";
import { notFound } from "#lib/errors.ts";
import type { McpServerId } from "#lib/ids.ts";
import type { Effect } from "#lib/tools/define-tool.ts";
import { type Difference, differencesBetween } from "./differences.ts";
import type { ToolDefinition } from "./tool-definition.ts";
import { warningsAbout } from "./warnings-about.ts";

/** A server as the API and the page show it. Its headers are told by name alone. */
export interface ServerView {
  id: McpServerId;
  name: string;
  url: string;
  headerNames: string[];
  /** Why it could not be asked the last time. */
  problem: string | null;
  /** Entries of its list that have no name, and are no tools therefore. */
  unnamedTools: number;
  checkedAt: Date;
  createdAt: Date;
  tools: ServerToolView[];
}

/**
 * `new`: nobody has approved it. `approved`: it can be used. `changed`: it is another than was approved, and held back. `gone`: approved, and the server
 * does not list it now. `unusable`: see `problem`.
 */
export type ServerToolStatus = "new" | "approved" | "changed" | "gone" | "unusable";

export interface ServerToolView {
  name: string;
  qualifiedName: string;
  status: ServerToolStatus;
  definition: ToolDefinition;
  /** Of the definition as it is now: what an approval names. */
  hash: string;
  problem: string | null;
  warnings: string[];
  /** From what was approved to what is there now. */
  differences: Difference[];
  /** As it was approved; null: never. */
  effect: Effect | null;
  approvedAt: Date | null;
  approvedByName: string | null;
}

type ToolRow = Omit<ServerToolView, "status" | "warnings" | "differences"> & {
  serverId: McpServerId;
  isListed: boolean;
  approvedHash: string | null;
  approvedDefinition: ToolDefinition | null;
};

/** The servers by name, or the one of that id. */
export async function readServers(sql: TenantSql, { tenantId }: TenantContext, id?: McpServerId): Promise<ServerView[]> {
  const isIt = (column: ReturnType<typeof sql>) => (id ? sql`and ${column} = ${id}` : sql``);
  const [servers, tools] = await together([
    sql<Omit<ServerView, "tools">[]>`
      select id, name, shown_url as url, header_names as "headerNames", problem, unnamed_tools as "unnamedTools", checked_at as "checkedAt", created_at as "createdAt"
        from mcp_servers s where tenant_id = ${tenantId} and removed_at is null ${isIt(sql`s.id`)} order by name`,
    sql<ToolRow[]>`
      select t.server_id as "serverId", t.name, t.qualified_name as "qualifiedName", t.definition, t.hash, t.problem, t.is_listed as "isListed", t.effect,
             t.approved_hash as "approvedHash", t.approved_definition as "approvedDefinition", t.approved_at as "approvedAt", u.name as "approvedByName"
        from mcp_tools t
        join mcp_servers s on s.tenant_id = t.tenant_id and s.id = t.server_id and s.removed_at is null
        left join users u on u.id = t.approved_by
       where t.tenant_id = ${tenantId} and (t.is_listed or t.approved_hash is not null) ${isIt(sql`t.server_id`)} order by t.name`,
  ]);
  const byServer = Map.groupBy(tools, ({ serverId }) => serverId);
  return servers.map((server) => ({ ...server, tools: (byServer.get(server.id) ?? []).map(toolView) }));
}

/** @throws AppError 404 */
export async function readServer(sql: TenantSql, ctx: TenantContext, id: McpServerId): Promise<ServerView> {
  const [server] = await readServers(sql, ctx, id);
  if (!server) throw notFound("MCP server");
  return server;
}

function toolView(row: ToolRow): ServerToolView {
  const { serverId: _, isListed: __, approvedHash, approvedDefinition, ...tool } = row;
  const isChanged = approvedDefinition !== null && tool.hash !== approvedHash;
  return {
    ...tool,
    status: statusOf(row),
    warnings: warningsAbout(tool.definition),
    differences: isChanged ? differencesBetween(approvedDefinition, tool.definition) : [],
  };
}

function statusOf({ isListed, problem, approvedHash, hash }: ToolRow): ServerToolStatus {
  if (!isListed) return "gone";
  if (problem !== null) return "unusable";
  if (approvedHash === null) return "new";
  return approvedHash === hash ? "approved" : "changed";
}

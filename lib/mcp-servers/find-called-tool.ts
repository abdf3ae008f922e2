import type { TenantContext } from "#lib/context.ts";
import type { ServerAddress } from "#lib/mcp-client/server-address.ts";
import { isHeldBack } from "./select-server-tools.ts";
import { openAddress } from "./server-secret.ts";
import type { ServerTool } from "./server-tool.ts";

/** A tool that is about to be called, as the database has it now. */
export interface CalledTool {
  isHeldBack: boolean;
  /** Its definition was not looked at for a minute, or the server has said that it is another. */
  isStale: boolean;
  /** Null: it cannot be read any more. */
  address: ServerAddress | null;
}

/** How long a definition is taken for what it was when it was last looked at. */
const FRESH_SECONDS = 60;

/** Null: the tool, its approval, this version of it, or its server is not there any more. The one place where an address leaves its row for a call. */
export async function findCalledTool(
  { db, tenantId }: TenantContext,
  { serverId, name, version }: Pick<ServerTool, "serverId" | "name" | "version">,
): Promise<CalledTool | null> {
  const [row] = await db.sql(
    (sql) => sql<{ secret: string; isHeldBack: boolean; isStale: boolean }[]>`
      select s.secret, ${isHeldBack(sql)} as "isHeldBack", s.is_stale or s.checked_at < now() - ${`${FRESH_SECONDS} seconds`}::interval as "isStale"
        from mcp_tools t join mcp_servers s on s.tenant_id = t.tenant_id and s.id = t.server_id and s.removed_at is null
       where t.tenant_id = ${tenantId} and t.server_id = ${serverId} and t.name = ${name} and t.version = ${version} and t.is_listed
         and t.approved_hash is not null`,
  );
  return row ? { isHeldBack: row.isHeldBack, isStale: row.isStale, address: openAddress(row.secret, tenantId, serverId) } : null;
}

import type { TenantContext } from "#lib/context.ts";
import type { McpServerId, UserId } from "#lib/ids.ts";
import { ServerFailure } from "#lib/mcp-client/server-failure.ts";
import { storableText } from "#lib/storable.ts";
import { readServerTools } from "./read-server-tools.ts";
import { openAddress, UNREADABLE_SECRET } from "./server-secret.ts";
import { storeSeenTools } from "./store-seen-tools.ts";

interface ServerRow {
  name: string;
  secret: string;
}

/**
 * Reads a server's list of tools anew and stores what is there now, or why it could not be read.
 * @param by null: the product itself, before a call
 * @returns false when there is no such server
 * @throws ServerFailure when it could not be asked, which is stored with the server
 */
export async function lookAgain(
  { db, tenantId }: Pick<TenantContext, "db" | "tenantId">,
  serverId: McpServerId,
  by: { actorId: UserId | null; signal?: AbortSignal },
): Promise<boolean> {
  const [server] = await db.sql(
    (sql) =>
      sql<ServerRow[]>`select name, secret from mcp_servers where tenant_id = ${tenantId} and id = ${serverId} and removed_at is null`,
  );
  if (!server) return false;
  try {
    const address = openAddress(server.secret, tenantId, serverId);
    if (!address) throw new ServerFailure("failed", UNREADABLE_SECRET);
    const seen = await readServerTools(server.name, address, by.signal);
    await db.sql((sql) => storeSeenTools(sql, { tenantId, serverId, actorId: by.actorId }, seen));
  } catch (error) {
    if (error instanceof ServerFailure)
      await db.sql(
        (sql) => sql`update mcp_servers set problem = ${storableText(error.message)} where tenant_id = ${tenantId} and id = ${serverId}`,
      );
    throw error;
  }
  return true;
}

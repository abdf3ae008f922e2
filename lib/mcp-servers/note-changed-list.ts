import type { TenantContext } from "#lib/context.ts";
import type { McpServerId } from "#lib/ids.ts";
import { log } from "#lib/log.ts";
import { lookAgain } from "./look-again.ts";

/** However often a server says that its list is another, it is read once in so long, and before a call. */
const SECONDS_APART = 10;

/**
 * A server has said that its tools are others now: the next call looks first, and what is there is looked at behind this,
 * unless it just was. Resolves when the next call knows.
 */
export async function noteChangedList(ctx: TenantContext, serverId: McpServerId): Promise<void> {
  const { db, tenantId } = ctx;
  const [server] = await db.sql(
    (sql) => sql<{ isDue: boolean }[]>`
        update mcp_servers set is_stale = true where tenant_id = ${tenantId} and id = ${serverId} and removed_at is null
        returning checked_at < now() - ${`${SECONDS_APART} seconds`}::interval as "isDue"`,
  );
  if (server?.isDue) lookAgain(ctx, serverId, { actorId: null }).catch((error) => log.warn("mcp-list-not-read", { serverId, error }));
}

import { createChat } from "#lib/chats/create-chat.ts";
import type { TenantContext } from "#lib/context.ts";
import type { ChatId } from "#lib/ids.ts";

/** Its name in the list of chats. A person may give it another; the next call then makes a new one. */
const TITLE = "Calls over MCP";

/**
 * A chat of the caller's own for a call that comes over MCP: one in which nothing is under way, so that a call that waits for people holds up no
 * other.
 * @param options.isAfterCollision another call took the chat that this one had chosen: now any of the free ones, so that many calls at once do not
 * all choose the same again
 */
export async function chatOfCalls(ctx: TenantContext, options: { isAfterCollision: boolean }): Promise<ChatId> {
  const { tenantId, userId } = ctx;
  const [free] = await ctx.db.sql(
    (sql) => sql<{ id: ChatId }[]>`
      select id from chats
       where tenant_id = ${tenantId} and created_by = ${userId} and title = ${TITLE} and agent_id is null and active_run_id is null and deleted_at is null
       order by ${options.isAfterCollision ? sql`random()` : sql`id`} limit 1`,
  );
  return free?.id ?? (await createChat(ctx, { title: TITLE })).id;
}

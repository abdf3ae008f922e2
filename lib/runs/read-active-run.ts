import type { TenantContext } from "#lib/context.ts";
import type { ChatId, RunId } from "#lib/ids.ts";

/** The run under way in a chat that the caller may see; null when there is none, or no such chat. */
export async function readActiveRun(ctx: TenantContext, chatId: ChatId): Promise<RunId | null> {
  const [chat] = await ctx.db.sql(
    (sql) => sql<{ activeRunId: RunId | null }[]>`
      select active_run_id as "activeRunId" from chats
       where tenant_id = ${ctx.tenantId} and id = ${chatId} and deleted_at is null and (visibility = 'organization' or created_by = ${ctx.userId})`,
  );
  return chat?.activeRunId ?? null;
}

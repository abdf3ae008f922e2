import { together } from "#db/together.ts";
import { requireAgent } from "#lib/agent-profiles/require-agent.ts";
import { requireWriter } from "#lib/auth/require-role.ts";
import type { TenantContext } from "#lib/context.ts";
import { notify } from "#lib/events/notify.ts";
import { type AgentId, type ChatId, newId } from "#lib/ids.ts";
import { type ChatView, chatColumns } from "./chat-view.ts";

export interface CreateChat {
  /** 1 to 200 characters; without one, the first message gives it. */
  title?: string | undefined;
  /** Who answers in it, for good; null: the default agent. */
  agentId?: AgentId | null;
}

/**
 * Begins an empty chat that the organization sees.
 * @throws AppError 403, 404 for an agent that there is not, 409 `agent_unavailable` for one that is switched off
 */
export async function createChat(ctx: TenantContext, { title, agentId = null }: CreateChat): Promise<ChatView> {
  requireWriter(ctx);
  const { tenantId, userId } = ctx;
  const id = newId<ChatId>();
  return ctx.db.sql(async (sql) => {
    if (agentId !== null) await requireAgent(sql, tenantId, agentId);
    const [, [chat]] = await together([
      sql`
        insert into chats (tenant_id, id, title, title_source, created_by, agent_id, updated_at)
        values (${tenantId}, ${id}, ${title ?? ""}, ${title === undefined ? "automatic" : "person"}, ${userId}, ${agentId}, now())`.execute(),
      sql<ChatView[]>`select ${chatColumns(sql)} from chats c where c.tenant_id = ${tenantId} and c.id = ${id}`,
      notify(sql, { type: "chat-changed", tenantId, chatId: id }),
    ]);
    return chat as ChatView;
  });
}

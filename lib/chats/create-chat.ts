import { together } from "#db/together.ts";
import { requireWriter } from "#lib/auth/require-role.ts";
import type { TenantContext } from "#lib/context.ts";
import { notify } from "#lib/events/notify.ts";
import { type ChatId, newId } from "#lib/ids.ts";
import { type ChatView, chatColumns } from "./chat-view.ts";

export interface CreateChat {
  /** 1 to 200 characters; without one, the first message gives it. */
  title?: string | undefined;
  agentId?: string | undefined;
}

/** Begins an empty chat that the organization sees. */
export async function createChat(ctx: TenantContext, { title, agentId }: CreateChat): Promise<ChatView> {
  requireWriter(ctx);
  const { tenantId, userId } = ctx;
  const id = newId<ChatId>();
  return ctx.db.sql(async (sql) => {
    const [, [chat]] = await together([
      sql`
        insert into chats (tenant_id, id, title, title_source, created_by, agent_id, updated_at)
        values (${tenantId}, ${id}, ${title ?? ""}, ${title === undefined ? "automatic" : "person"}, ${userId}, ${agentId ?? null}, now())`.execute(),
      sql<ChatView[]>`select ${chatColumns(sql)} from chats c where c.tenant_id = ${tenantId} and c.id = ${id}`,
      notify(sql, { type: "chat-changed", tenantId, chatId: id }),
    ]);
    return chat as ChatView;
  });
}

import { z } from "zod";
import type { TenantSql } from "#db/tenant.ts";
import type { TenantContext } from "#lib/context.ts";
import { readCursor } from "#lib/paging/cursor.ts";
import { likePattern } from "#lib/paging/like-pattern.ts";
import type { PageRequest } from "#lib/paging/list-query.ts";
import { type Page, pageOf } from "#lib/paging/page.ts";
import { type ChatItem, chatColumns } from "./chat-view.ts";
import { visibleChat } from "./visible-chat.ts";

interface ListChats extends PageRequest {
  /** Part of a title, without regard to case or to how accents are composed; what the pattern language would take for a sign is taken for itself. */
  q?: string | undefined;
}

const LIST = "chats";
const position = z.tuple([z.string().max(40), z.uuid()]);

/** The chats that the caller may see, the one in which something was last said first. */
export async function listChats(ctx: TenantContext, { q = "", limit, cursor }: ListChats): Promise<Page<ChatItem>> {
  const { tenantId } = ctx;
  const [beforeTime, beforeId] = readCursor(tenantId, LIST, cursor, position) ?? [null, null];
  const words = q.trim().normalize("NFC");
  const [rows, [counted]] = await ctx.db.sql((sql) => {
    const found = sql`${visibleChat(sql, ctx)} and not ${isUnusedDraft(sql)} and ${words === "" ? sql`true` : sql`normalize(c.title, NFC) ilike ${likePattern(words)}`}`;
    return Promise.all([
      sql<(ChatItem & { place: string })[]>`
        select ${chatColumns(sql)}, r.status as "runStatus", c.updated_at::text as place,
               c.id in (${chatsThatNeed(sql, ctx)}) as "needsYou", ${isUnread(sql, ctx)} as "isUnread"
          from chats c left join runs r on r.tenant_id = c.tenant_id and r.id = c.active_run_id
         where ${found} and (${beforeTime}::timestamptz is null or (c.updated_at, c.id) < (${beforeTime}::timestamptz, ${beforeId}::uuid))
         order by c.updated_at desc, c.id desc limit ${limit + 1}`,
      sql<{ total: number }[]>`select count(*)::int as total from chats c where ${found}`,
    ]);
  });
  const item = ({ place, ...chat }: ChatItem & { place: string }) => chat;
  return pageOf({ tenantId, list: LIST, rows, limit, total: counted?.total ?? 0, position: (row) => [row.place, row.id], item });
}

/** `chats c` is there for a schedule that never ran (an agent's draft, or what became of one), and nobody has said anything in it: no chat to anybody. */
function isUnusedDraft(sql: TenantSql) {
  return sql`exists (
    select 1 from schedules s
     where s.tenant_id = c.tenant_id and s.chat_id = c.id and s.status in ('draft', 'cancelled', 'archived')
       and not exists (select 1 from messages m where m.tenant_id = c.tenant_id and m.chat_id = c.id))`;
}

/** Chats with a request that this caller may decide and has not. */
function chatsThatNeed(sql: TenantSql, { tenantId, userId, role }: TenantContext) {
  return sql`
    select chat_id from approvals
     where tenant_id = ${tenantId} and status = 'pending' and requirement -> 'roles' ? ${role}
       and not (requested_by = ${userId} and coalesce((requirement ->> 'excludeRequester')::boolean, false))
       and not votes @> jsonb_build_array(jsonb_build_object('userId', ${userId}::text))`;
}

/** Whether `chats c` holds what others said and the caller has not seen: people, or the agent. */
function isUnread(sql: TenantSql, { tenantId, userId }: TenantContext) {
  return sql`coalesce((
    select exists (select 1 from messages m where m.tenant_id = c.tenant_id and m.chat_id = c.id and m.seq > seen.seq and m.author_id is distinct from ${userId})
      from (select coalesce((select seq from chat_reads where tenant_id = ${tenantId} and user_id = ${userId} and chat_id = c.id),
                            case when c.created_by = ${userId} then 0 end) as seq) seen), false)`;
}

import type { TenantSql } from "#db/tenant.ts";
import type { ChatId, TenantId } from "#lib/ids.ts";

/** What models are told of the earlier part of a chat, for those who read the chat. */
export interface SummaryView {
  text: string;
  coveredMessages: number;
  /** How often it was written: each time it tells of the one before, and of what came since. */
  writings: number;
  /** Who wrote it last, and when. */
  model: string;
  writtenAt: Date;
}

/** A query for it; no row when the chat has none. */
export function readSummary(sql: TenantSql, tenantId: TenantId, chatId: ChatId) {
  return sql<SummaryView[]>`
    select text, covered_messages as "coveredMessages", writings, model, written_at as "writtenAt"
      from chat_summaries where tenant_id = ${tenantId} and chat_id = ${chatId}`;
}

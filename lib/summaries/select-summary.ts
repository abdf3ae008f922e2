import type { TenantSql } from "#db/tenant.ts";
import type { Fragment } from "#db/transaction.ts";
import type { TenantId } from "#lib/ids.ts";

/** What a model is told of the earlier part of a chat. */
export interface Summary {
  /** At most {@link MAX_WORDS} words, in the language of the chat. */
  text: string;
  coveredMessages: number;
}

/** As long as a summary may be. */
export const MAX_WORDS = 500;

/** SQL: a chat's summary as one value, for a statement that asks for other things too; null when there is none. */
export function selectSummary(sql: TenantSql, tenantId: TenantId, chatId: Fragment) {
  return sql`(
    select jsonb_build_object('text', s.text, 'coveredMessages', s.covered_messages)
      from chat_summaries s where s.tenant_id = ${tenantId} and s.chat_id = ${chatId})`;
}

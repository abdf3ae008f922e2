import type { TenantSql } from "#db/tenant.ts";
import { together } from "#db/together.ts";
import type { ChatId, RunId, TenantId } from "#lib/ids.ts";
import { runColumns, runFigures } from "#lib/metrics/run-figures.ts";
import type { Cost } from "#lib/prices/cost.ts";
import type { Usage } from "#lib/runs/states.ts";
import { storableText } from "#lib/storable.ts";

export interface WrittenSummary {
  chatId: ChatId;
  text: string;
  /** The place of the last turn that it tells of. */
  throughSeq: number;
  /** How many messages it tells of, those of the summary that it carries over among them. */
  coveredMessages: number;
  model: string;
}

/**
 * Puts a summary in the place of the one that it tells of. One that was written meanwhile and tells of more stays.
 * Part of the caller's transaction.
 */
export async function storeSummary(sql: TenantSql, tenantId: TenantId, summary: WrittenSummary): Promise<void> {
  const { chatId, throughSeq, coveredMessages, model } = summary;
  await sql`
    insert into chat_summaries as kept (tenant_id, chat_id, text, through_seq, covered_messages, writings, model, written_at)
    values (${tenantId}, ${chatId}, ${storableText(summary.text)}, ${throughSeq}, ${coveredMessages}, 1, ${model}, now())
    on conflict (tenant_id, chat_id) do update
       set text = excluded.text, through_seq = excluded.through_seq, covered_messages = excluded.covered_messages,
           writings = kept.writings + 1, model = excluded.model, written_at = excluded.written_at
     where kept.through_seq < excluded.through_seq`;
}

/**
 * Counts what a summary used with the run behind which it was written: on its row and in the statistics, which had the run already and take the
 * difference, as what no run was. Part of the caller's transaction.
 */
export async function countSummary(
  sql: TenantSql,
  { tenantId, runId }: { tenantId: TenantId; runId: RunId },
  usage: Usage,
  { microUsd, unpricedTokens }: Cost,
): Promise<void> {
  await together([
    sql`
      insert into run_statistics (tenant_id, level, bucket, ${runColumns(sql)})
      select tenant_id, 'delta', date_trunc('hour', created_at, 'UTC'), model, entry_point, user_id, agent_id, is_estimated, 0, 0,
             ${usage.inputTokens}::bigint, ${usage.outputTokens}::bigint, ${usage.totalTokens}::bigint, ${microUsd}::bigint, ${unpricedTokens}::bigint
        from (select tenant_id, created_at, ${runFigures(sql)} from runs where tenant_id = ${tenantId} and id = ${runId}) as ended`.execute(),
    sql`
      update runs set micro_usd = micro_usd + ${microUsd}, unpriced_tokens = unpriced_tokens + ${unpricedTokens},
             usage = usage || jsonb_build_object(
               'inputTokens', (usage ->> 'inputTokens')::bigint + ${usage.inputTokens}::bigint,
               'outputTokens', (usage ->> 'outputTokens')::bigint + ${usage.outputTokens}::bigint,
               'totalTokens', (usage ->> 'totalTokens')::bigint + ${usage.totalTokens}::bigint)
       where tenant_id = ${tenantId} and id = ${runId}`.execute(),
  ]);
}

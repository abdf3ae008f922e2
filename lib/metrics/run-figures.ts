import type { TenantSql } from "#db/tenant.ts";
import type { Fragment } from "#db/transaction.ts";
import { DEFAULT_AGENT } from "#lib/agent-profiles/agent-filter.ts";
import { parseUserId } from "#lib/ids.ts";

/**
 * Merged statistics of runs are kept for each person and once more for everybody, under an id that nobody has: a question about everybody then
 * reads as many rows however many people there are, and every row is found by equality.
 */
export const EVERYBODY = parseUserId("00000000-0000-0000-0000-000000000000");

/** What statistics of runs hold beside their organization and time: which runs a row counts, and what adds up. */
export function runColumns(sql: TenantSql) {
  return sql`model, entry_point, user_id, agent_id, is_estimated, runs, iterations, input_tokens, output_tokens, total_tokens, micro_usd, unpriced_tokens`;
}

/**
 * A row of `runs` as what it adds to the figures, in the columns of {@link runColumns}. The statistics of an ended run and the figures of one that
 * goes on are both made of this, so they cannot differ. All tokens of a run, and their cost, count for the model that answered last in it.
 *
 * @param agent who answers in its chat, as SQL
 */
export function runFigures(sql: TenantSql, agent: Fragment = agentOfRun(sql)) {
  return sql`
    coalesce(model, 'unknown') as model, trigger as entry_point, user_id, ${agent} as agent_id, is_estimated, 1 as runs, iterations,
    coalesce(input_tokens, 0) as input_tokens, coalesce(output_tokens, 0) as output_tokens, coalesce(total_tokens, 0) as total_tokens,
    micro_usd, unpriced_tokens`;
}

/** Of the one row that a statement is about. */
function agentOfRun(sql: TenantSql) {
  return sql`coalesce((select c.agent_id from chats c where c.tenant_id = runs.tenant_id and c.id = runs.chat_id), ${DEFAULT_AGENT}::uuid)`;
}

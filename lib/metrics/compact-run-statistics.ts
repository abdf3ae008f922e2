import { LOCKS } from "#db/lock.ts";
import type { Statements } from "#db/transaction.ts";
import { ANY_AGENT } from "./cubes.ts";
import { mergeInBatches } from "./merge-in-batches.ts";
import { EVERYBODY, runColumns } from "./run-figures.ts";
import { HOURS_KEPT_MS } from "./time-range.ts";

/**
 * Adds the statistics of runs of hours that are over to rows by hour and by day, for all organizations, and drops hours that are older than 14 days.
 * A batch is one transaction: a run that has ended is at all times counted either in a delta row or in one hour row and one day row of its person and
 * agent, and the same of everybody and of all agents. Any number of workers may call it: one works, the others answer at once. For a worker to call
 * every few minutes.
 *
 * @returns how many delta rows were merged here
 */
export function compactRunStatistics({ batch }: { batch?: number } = {}): Promise<{ merged: number }> {
  return mergeInBatches(LOCKS.runStatistics, batch, mergeBatch);
}

async function mergeBatch(sql: Statements, batch: number): Promise<number> {
  const [row] = await sql<{ taken: number }[]>`
    with taken as (
      delete from run_statistics d
       using (select tenant_id, seq from run_statistics where level = 'delta' and bucket < date_trunc('hour', now(), 'UTC')
               order by bucket limit ${batch}) oldest
       where d.tenant_id = oldest.tenant_id and d.seq = oldest.seq
      returning d.*
    ), merged as (
      insert into run_statistics as s (tenant_id, level, bucket, ${runColumns(sql)})
      select t.tenant_id, span.level, date_trunc(span.level, t.bucket, 'UTC'), t.model, t.entry_point, person.id, agent.id, t.is_estimated,
             sum(t.runs), sum(t.iterations), sum(t.input_tokens), sum(t.output_tokens), sum(t.total_tokens), sum(t.micro_usd), sum(t.unpriced_tokens)
        from taken t, (values ('hour'), ('day')) as span (level), lateral (values (t.user_id), (${EVERYBODY}::uuid)) as person (id),
             lateral (select t.agent_id as id union select ${ANY_AGENT}::uuid) as agent
       group by 1, 2, 3, 4, 5, 6, 7, 8
      on conflict (tenant_id, level, user_id, agent_id, bucket, entry_point, model, is_estimated) where level <> 'delta'
      do update set runs = s.runs + excluded.runs, iterations = s.iterations + excluded.iterations,
                    input_tokens = s.input_tokens + excluded.input_tokens, output_tokens = s.output_tokens + excluded.output_tokens,
                    total_tokens = s.total_tokens + excluded.total_tokens, micro_usd = s.micro_usd + excluded.micro_usd,
                    unpriced_tokens = s.unpriced_tokens + excluded.unpriced_tokens
    )
    select count(*)::int as taken from taken`;
  await sql`delete from run_statistics where level = 'hour' and bucket < date_trunc('day', now(), 'UTC') - ${HOURS_KEPT_MS} * interval '1 millisecond'`;
  return row?.taken ?? 0;
}

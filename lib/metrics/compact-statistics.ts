import { LOCKS } from "#db/lock.ts";
import type { Statements } from "#db/transaction.ts";
import type { TenantId } from "#lib/ids.ts";
import { keysOf, type StatisticsKey } from "./cubes.ts";
import { mergeInBatches } from "./merge-in-batches.ts";
import { type StatisticsPlace, type StatisticsSums, StatisticsTotal } from "./statistics-row.ts";
import { DAY_MS, HOUR_MS, HOURS_KEPT_MS } from "./time-range.ts";

type DeltaRow = StatisticsSums & StatisticsKey & { tenantId: TenantId; bucket: Date };
type MergedRow = StatisticsSums & StatisticsKey & StatisticsPlace;

interface Target extends StatisticsPlace, StatisticsKey {
  total: StatisticsTotal;
}

/**
 * Merges the statistics of hours that are over into rows by hour and by day, for all organizations, and drops hours that are older than 14 days.
 * A batch is one transaction: a call is at all times counted either in a delta row or in one hour row and one day row of each cube. Any number of
 * workers may call it: one works, the others answer at once. For a worker to call every few minutes.
 *
 * @returns how many delta rows were merged here
 */
export function compactStatistics({ batch }: { batch?: number } = {}): Promise<{ merged: number }> {
  return mergeInBatches(LOCKS.callStatistics, batch, mergeBatch);
}

async function mergeBatch(sql: Statements, batch: number): Promise<number> {
  const deltas = await takeDeltas(sql, batch);
  if (deltas.length > 0) {
    const targets = targetsOf(deltas);
    for (const row of await takeMerged(sql, targets)) targets.get(nameOf(row))?.total.add(row);
    await insertMerged(sql, targets);
  }
  await sql`delete from call_statistics where level = 'hour' and bucket < date_trunc('day', now(), 'UTC') - ${HOURS_KEPT_MS} * interval '1 millisecond'`;
  return deltas.length;
}

function takeDeltas(sql: Statements, batch: number): Promise<DeltaRow[]> {
  return sql<DeltaRow[]>`
    delete from call_statistics s
     using (select tenant_id, seq from call_statistics where level = 'delta' and bucket < date_trunc('hour', now(), 'UTC')
             order by bucket limit ${batch}) taken
     where s.tenant_id = taken.tenant_id and s.seq = taken.seq
    returning ${rowColumns(sql)}`;
}

/** Takes out the rows that stand where the sums will stand, so that each is written once. */
function takeMerged(sql: Statements, targets: Map<string, Target>): Promise<MergedRow[]> {
  const places = [...targets.values()].map(placeRecord);
  return sql<MergedRow[]>`
    delete from call_statistics s
     using jsonb_to_recordset(${sql.json(places as never)}) as t (
           tenant_id uuid, level text, bucket timestamptz, tool text, entry_point text, user_id uuid, agent_id uuid)
     where s.tenant_id = t.tenant_id and s.level = t.level and s.bucket = t.bucket and s.tool = t.tool and s.entry_point = t.entry_point
       and s.user_id is not distinct from t.user_id and s.agent_id = t.agent_id and s.level <> 'delta'
    returning s.level, ${rowColumns(sql)}`;
}

async function insertMerged(sql: Statements, targets: Map<string, Target>): Promise<void> {
  const rows = [...targets.values()].map((target) => ({ ...placeRecord(target), ...target.total.toRecord() }));
  await sql`
    insert into call_statistics (tenant_id, level, bucket, tool, entry_point, user_id, agent_id,
                                 succeeded, failed, refused, denied, expired, cancelled, "unknown",
                                 success_ms, executed_ms, tokens, micro_usd, execution_sketch, wait_sketch, queue_sketch)
    select tenant_id, level, bucket, tool, entry_point, user_id, agent_id,
           succeeded, failed, refused, denied, expired, cancelled, "unknown",
           success_ms, executed_ms, tokens, micro_usd, decode(execution_sketch, 'hex'), decode(wait_sketch, 'hex'), decode(queue_sketch, 'hex')
      from jsonb_to_recordset(${sql.json(rows as never)}) as r (
           tenant_id uuid, level text, bucket timestamptz, tool text, entry_point text, user_id uuid, agent_id uuid,
           succeeded int, failed int, refused int, denied int, expired int, cancelled int, "unknown" int,
           success_ms bigint, executed_ms bigint, tokens bigint, micro_usd bigint, execution_sketch text, wait_sketch text, queue_sketch text)`;
}

function rowColumns(sql: Statements) {
  return sql`
    s.tenant_id as "tenantId", s.bucket, s.tool, s.entry_point as "entryPoint", s.user_id as "userId", s.agent_id as "agentId",
    s.succeeded, s.failed, s.refused, s.denied, s.expired, s.cancelled, s.unknown, s.success_ms as "successMs", s.executed_ms as "executedMs", s.tokens, s.micro_usd as "microUsd",
    s.execution_sketch as "executionSketch", s.wait_sketch as "waitSketch", s.queue_sketch as "queueSketch"`;
}

/** Every row that the deltas count in: each cube of their hour, and of their day. */
function targetsOf(deltas: DeltaRow[]): Map<string, Target> {
  const targets = new Map<string, Target>();
  for (const delta of deltas) {
    for (const [level, unitMs] of [
      ["hour", HOUR_MS],
      ["day", DAY_MS],
    ] as const) {
      const bucket = new Date(Math.floor(delta.bucket.getTime() / unitMs) * unitMs);
      for (const key of keysOf(delta)) {
        const place = { tenantId: delta.tenantId, level, bucket, ...key };
        const name = nameOf(place);
        const target = targets.get(name) ?? { ...place, total: new StatisticsTotal() };
        target.total.add(delta);
        targets.set(name, target);
      }
    }
  }
  return targets;
}

function nameOf({ tenantId, level, bucket, tool, entryPoint, userId, agentId }: StatisticsPlace & StatisticsKey): string {
  return JSON.stringify([tenantId, level, bucket.getTime(), tool, entryPoint, userId, agentId]);
}

function placeRecord({ tenantId, level, bucket, tool, entryPoint, userId, agentId }: Target) {
  return { tenant_id: tenantId, level, bucket: bucket.toISOString(), tool, entry_point: entryPoint, user_id: userId, agent_id: agentId };
}

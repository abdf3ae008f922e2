import type { TenantSql } from "#db/tenant.ts";
import type { RunId, TenantId } from "#lib/ids.ts";
import { storableSerialized } from "#lib/storable.ts";
import type { RunEvent } from "./live-run.ts";
import { CHANNEL } from "./notify.ts";

/** Consecutive events of one run, written by the driver that holds `epoch`. Never empty. */
export interface EventBatch {
  runId: RunId;
  epoch: number;
  events: readonly RunEvent[];
}

/**
 * Writes batches inside the caller's transaction, tells the readers, and returns the runs whose lease still holds. A row's `seq` is that
 * of its last chunk; its chunks are consecutive, so a reader can start in the middle of one.
 */
export async function insertEvents(sql: TenantSql, tenantId: TenantId, batches: readonly EventBatch[]): Promise<Set<RunId>> {
  const rows = batches.map(({ runId, epoch, events }) => {
    const chunks = events.map(({ json }) => json).join(",");
    return `{"run_id":"${runId}","epoch":${epoch},"seq":${events.at(-1)?.seq},"chunks":[${chunks}]}`;
  });
  const text = storableSerialized(`[${rows.join(",")}]`);
  const inserted = await sql<{ run_id: RunId }[]>`
    with held as materialized (
      select r.id, e.seq, e.chunks
        from json_to_recordset(${text}::text::json) as e (run_id uuid, epoch int, seq bigint, chunks json)
        join runs r on r.tenant_id = ${tenantId} and r.id = e.run_id and r.epoch = e.epoch and r.status = 'running'
       -- In one order everywhere: heartbeats lock the same rows.
       order by r.id for share of r
    ), added as (
      insert into run_events (tenant_id, run_id, seq, chunks) select ${tenantId}, id, seq, chunks from held returning run_id
    )
    select run_id, pg_notify(${CHANNEL}, json_build_object('type', 'run-events', 'tenantId', ${tenantId}::text, 'runId', run_id)::text)
      from added`;
  return new Set(inserted.map((row) => row.run_id));
}

import type { UIMessageChunk } from "ai";
import type { TenantDb } from "#db/tenant.ts";
import type { RunId } from "#lib/ids.ts";
import type { RunStatus } from "#lib/runs/states.ts";
import type { RunEvent } from "./live-run.ts";

/** What stands in the log after `after`, in order, and where the run is. `null`: this organization has no such run. */
export async function readEvents(db: TenantDb, runId: RunId, after: number): Promise<{ status: RunStatus; events: RunEvent[] } | null> {
  const [run, rows] = await db.sql((sql) =>
    Promise.all([
      sql<{ status: RunStatus }[]>`select status from runs where tenant_id = ${db.tenantId} and id = ${runId}`,
      sql<{ seq: number; chunks: UIMessageChunk[] }[]>`
        select seq, chunks from run_events where tenant_id = ${db.tenantId} and run_id = ${runId} and seq > ${after} order by seq`,
    ]),
  );
  if (!run[0]) return null;
  return { status: run[0].status, events: rows.flatMap(eventsOfRow).filter((event) => event.seq > after) };
}

/** A row carries consecutive chunks, and the place of the last. */
function eventsOfRow(row: { seq: number; chunks: UIMessageChunk[] }): RunEvent[] {
  const first = row.seq - row.chunks.length + 1;
  return row.chunks.map((chunk, index) => ({ seq: first + index, chunk, json: JSON.stringify(chunk) }));
}

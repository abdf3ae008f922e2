import { together } from "#db/together.ts";
import type { Lease } from "./lease.ts";
import type { Write } from "./run-journal.ts";
import type { RunRow } from "./run-state.ts";
import { noticeNextScheduled } from "./scheduled-room.ts";
import { tellingHistory } from "./telling-history.ts";

/**
 * Lets a run wait for people: no lease, no process, no connection. False when a decision came between: the driver goes on.
 * Part of a journal transaction.
 */
export function parkRun({ tenantId, runId }: Lease, run: RunRow): Write<boolean> {
  return async (sql) => {
    const [[parked]] = await together([
      sql`
        update runs set status = 'awaiting-approval', lease_owner = null, lease_until = null
         where tenant_id = ${tenantId} and id = ${runId}
           and exists (select 1 from tool_calls where tenant_id = ${tenantId} and run_id = ${runId} and status = 'awaiting-approval')
        returning id`,
      sql`
        update schedule_runs set status = 'awaiting-approval' where tenant_id = ${tenantId} and run_id = ${runId} and status = 'running'
           and exists (select 1 from runs where tenant_id = ${tenantId} and id = ${runId} and status = 'awaiting-approval')
        ${tellingHistory(sql, tenantId)}`,
      // Also when it was not parked: whoever is told of a place finds out whether there is one.
      run.trigger === "schedule" ? noticeNextScheduled(sql, tenantId) : null,
    ]);
    return parked !== undefined;
  };
}

/** Hands a run over on shutdown: whoever claims it next goes on at once. Part of a journal transaction. */
export function releaseRun({ tenantId, runId }: Lease): Write {
  return (sql) => sql`
    update runs set status = 'queued', lease_owner = null, lease_until = null where tenant_id = ${tenantId} and id = ${runId}`;
}

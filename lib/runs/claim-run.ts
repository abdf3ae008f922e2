import { leaseIsOver } from "#db/presence.ts";
import { type TenantSql, tenantDb } from "#db/tenant.ts";
import { together } from "#db/together.ts";
import { selectAgentVersion } from "#lib/agent-profiles/select-agent.ts";
import { notifySoon } from "#lib/events/notify-soon.ts";
import type { RunId, TenantId, UserId } from "#lib/ids.ts";
import { processId } from "#lib/process-identity.ts";
import { BEATS_MISSED_SECONDS, LEASE_SECONDS, type Lease } from "./lease.ts";
import { loadRunState } from "./load-run-state.ts";
import type { RunState } from "./run-state.ts";
import { hasScheduledRoom, lockScheduledRuns } from "./scheduled-room.ts";

const LEASE = { seconds: LEASE_SECONDS, beatsMissedSeconds: BEATS_MISSED_SECONDS };

/** A lease just taken, and the run as it stands. */
export interface ClaimedRun {
  lease: Lease;
  state: RunState;
  /** The commit that took the lease, when it was still under way; nothing may be written before. */
  begun?: Promise<unknown>;
}

/**
 * Takes the lease of a run that may go on: queued and first in its chat, waiting with no decision outstanding, or left by a driver whose lease
 * ran out. One update decides; of any number of claimants one gets the run, the others get null. A scheduled run that is to begin also needs room
 * among those that are driven (`scheduledRunsAtOnce`); without it, it stays in line.
 */
export async function claimRun(tenantId: TenantId, runId: RunId): Promise<ClaimedRun | null> {
  const claim = await tenantDb(tenantId).hot(async (sql) => {
    const [, [claimed]] = await together([
      lockScheduledRuns(sql, tenantId, runId),
      sql<{ epoch: number; userId: UserId }[]>`
        update runs r
           set status = 'running', epoch = epoch + 1, lease_owner = ${processId()}, lease_until = now() + ${`${LEASE_SECONDS} seconds`}::interval,
               agent_version = case when started_at is null then ${selectAgentVersion(sql, tenantId, sql`r.chat_id`)} else agent_version end,
               started_at = coalesce(started_at, now()), interruptions = interruptions + (case when status = 'running' then 1 else 0 end)
         where r.tenant_id = ${tenantId} and r.id = ${runId}
           and exists (select 1 from chats c where c.tenant_id = r.tenant_id and c.id = r.chat_id and c.active_run_id = r.id)
           and ((r.status = 'queued' and ${hasScheduledRoom(sql)})
             or (r.status = 'running' and ${leaseIsOver(sql, LEASE)})
             or (r.status = 'awaiting-approval' and not exists (
                  select 1 from tool_calls t where t.tenant_id = r.tenant_id and t.run_id = r.id and t.status = 'awaiting-approval')))
        returning epoch, user_id as "userId"`.execute(),
    ]);
    if (!claimed) return null;
    const [state] = await together([loadRunState(sql, tenantId, runId, { isFresh: false }), beginScheduleRun(sql, tenantId, runId)]);
    return state && { lease: { tenantId, runId, ...claimed }, state };
  });
  // Beside the claim: many runs begin in one moment, and their history may be told of together.
  if (claim?.state.run.scheduleId) notifySoon({ type: "schedule-changed", tenantId });
  return claim;
}

/** A schedule's history tells when its run really began. */
function beginScheduleRun(sql: TenantSql, tenantId: TenantId, runId: RunId) {
  return sql`
    update schedule_runs
       set status = 'running', started_at = coalesce(started_at, now()),
           lag_ms = case when started_at is null then least(greatest(extract(epoch from now() - scheduled_for) * 1000, 0), 2147483647)::int else lag_ms end
     where tenant_id = ${tenantId} and run_id = ${runId} and status in ('queued', 'awaiting-approval')`;
}

/**
 * The state behind a lease that another process granted to this one (a decision does). Null when it was taken back meanwhile. Writes nothing:
 * the commit that granted the lease began its time, and the driver's first write proves it again.
 */
export async function acceptLease(tenantId: TenantId, runId: RunId, epoch: number): Promise<ClaimedRun | null> {
  const state = await tenantDb(tenantId).hot((sql, last) => {
    last();
    return loadRunState(sql, tenantId, runId, { isFresh: false });
  });
  if (state?.run.status !== "running" || state.run.epoch !== epoch || state.run.leaseOwner !== processId()) return null;
  return { lease: { tenantId, runId, epoch, userId: state.run.userId }, state };
}

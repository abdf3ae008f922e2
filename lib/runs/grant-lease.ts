import { isPresent } from "#db/presence.ts";
import type { TenantSql } from "#db/tenant.ts";
import { CHANNEL } from "#lib/events/notify.ts";
import type { RunId, TenantId } from "#lib/ids.ts";
import { processId } from "#lib/process-identity.ts";
import { LEASE_SECONDS } from "./lease.ts";

/** A process that has not beaten for so long is given no more work. */
export const ALIVE_SECONDS = 15;

/**
 * Gives a run that waits, for people or for a driver after one that let it go, to a process that is alive, in the caller's transaction, and tells it:
 * the commit that decides is the commit that hands over. To a worker rather than to this process; one that died a moment ago has beaten, but is not
 * present. Null when the run may not go on: a call still waits, or someone drives it.
 */
export async function grantLease(sql: TenantSql, tenantId: TenantId, runId: RunId): Promise<{ owner: string; epoch: number } | null> {
  const [granted] = await sql<{ owner: string; epoch: number }[]>`
    with granted as (
      update runs r
         set status = 'running', epoch = epoch + 1, lease_until = now() + ${`${LEASE_SECONDS} seconds`}::interval,
             lease_owner = coalesce((
               select p.id from processes p
                where p.kind = 'worker' and p.beat_at > now() - ${`${ALIVE_SECONDS} seconds`}::interval and ${isPresent(sql, sql`p.id`)}
                order by random() limit 1), ${processId()})
       where r.tenant_id = ${tenantId} and r.id = ${runId} and (r.status = 'awaiting-approval' or (r.status = 'queued' and r.started_at is not null))
         and not exists (select 1 from tool_calls t where t.tenant_id = r.tenant_id and t.run_id = r.id and t.status = 'awaiting-approval')
      returning lease_owner as owner, epoch
    ), shown as (
      update schedule_runs set status = 'running'
       where exists (select 1 from granted) and tenant_id = ${tenantId} and run_id = ${runId} and status = 'awaiting-approval'
    )
    select owner, epoch,
           pg_notify(${CHANNEL}, json_build_object('type', 'run-lease', 'tenantId', ${tenantId}::text, 'runId', ${runId}::text, 'owner', owner, 'epoch', epoch)::text)
      from granted`;
  return granted ? { owner: granted.owner, epoch: granted.epoch } : null;
}

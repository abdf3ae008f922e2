import { leaseIsOver } from "#db/presence.ts";
import { systemSql } from "#db/system.ts";
import type { RunId, TenantId } from "#lib/ids.ts";
import { BEATS_MISSED_SECONDS, LEASE_SECONDS } from "./lease.ts";
import { hasScheduledRoom } from "./scheduled-room.ts";

export interface UndrivenRun {
  tenantId: TenantId;
  runId: RunId;
  epoch: number;
}

/** A driver that was asked for has had its chance after this. */
const WAITED = "1 second";
const AT_ONCE = 500;

/**
 * Runs of all organizations that may go on and that nobody drives: left by a driver whose lease ran out, or queued in a chat in which nothing goes on (a
 * scheduled one only when there is room for it; which of several is first, the chat alone knows).
 * With `withParked` also those whose requests are all decided although no decision handed them over. A hint: `claimRun` decides.
 */
export async function findUndrivenRuns({ withParked }: { withParked: boolean }): Promise<UndrivenRun[]> {
  return systemSql(
    (sql) => sql<UndrivenRun[]>`
      select r.tenant_id as "tenantId", r.id as "runId", r.epoch from runs r
       where r.status in ('queued', 'running'${withParked ? sql`, 'awaiting-approval'` : sql``})
         and ((r.status = 'running' and ${leaseIsOver(sql, { seconds: LEASE_SECONDS, beatsMissedSeconds: BEATS_MISSED_SECONDS })})
          or (r.status = 'queued' and r.created_at < now() - ${WAITED}::interval and ${hasScheduledRoom(sql)}
              and not exists (select 1 from runs o where o.tenant_id = r.tenant_id and o.chat_id = r.chat_id and o.id <> r.id
                                and (o.status in ('running', 'awaiting-approval')
                                  -- One that has begun holds the chat, whenever it was asked for.
                                  or (o.status = 'queued' and o.started_at is not null and r.started_at is null))))
          or (r.status = 'awaiting-approval'
              and not exists (select 1 from tool_calls t where t.tenant_id = r.tenant_id and t.run_id = r.id and t.status = 'awaiting-approval')))
       order by r.created_at limit ${AT_ONCE}`,
  );
}

import { systemSql } from "#db/system.ts";
import type { QueuedFiring } from "./tick-schedules.ts";

const AT_ONCE = 500;

/** Firings that no worker has begun although they were asked for: the queue lost them, or is behind. */
export function findUnbegunFirings(): Promise<QueuedFiring[]> {
  return systemSql(
    (sql) => sql<QueuedFiring[]>`
      select tenant_id as "tenantId", id as "scheduleRunId" from schedule_runs
       where status = 'queued' and run_id is null and created_at < now() - interval '2 seconds' order by created_at limit ${AT_ONCE}`,
  );
}

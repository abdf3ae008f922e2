import { tenantDb } from "#db/tenant.ts";
import { newId, type RunId, type ScheduleId, type ScheduleRunId, type TenantId } from "#lib/ids.ts";
import type { FiringCause, ScheduleRunStatus } from "#lib/schedules/states.ts";
import type { SceneMember } from "./scene.ts";

/** A row as something other than the product might have written it; nothing of it is checked. */
export interface RawSchedule {
  cron?: string | null;
  runAt?: Date | null;
  everyMs?: number | null;
  timeZone?: string;
  nextRunAt?: Date | null;
  status?: string;
  missed?: string;
  overlap?: string;
  prompt?: string;
}

export async function insertSchedule({ ctx }: SceneMember, raw: RawSchedule): Promise<ScheduleId> {
  const id = newId<ScheduleId>();
  const { cron = null, runAt = null, everyMs = null, timeZone = "UTC", nextRunAt = null, status = "active" } = raw;
  const { missed = "once", overlap = "skip", prompt = "Do it." } = raw;
  await ctx.db.sql(
    (sql) => sql`
      insert into schedules (tenant_id, id, name, prompt, cron, run_at, every_ms, time_zone, status, next_run_at, missed, overlap, created_by, created_at, updated_at)
      values (${ctx.tenantId}, ${id}, 'Raw', ${prompt}, ${cron}, ${runAt}, ${everyMs}, ${timeZone}, ${status}, ${nextRunAt}, ${missed}, ${overlap}, ${ctx.userId},
              now() - interval '1 hour', now())`,
  );
  return id;
}

export interface FiringRow {
  id: ScheduleRunId;
  scheduleId: ScheduleId;
  cause: FiringCause;
  status: ScheduleRunStatus;
  scheduledFor: Date;
  runId: RunId | null;
  reason: string | null;
}

/** Every firing of an organization, by due time. */
export async function firingsOf(tenantId: TenantId): Promise<FiringRow[]> {
  return tenantDb(tenantId).sql(
    (sql) => sql<FiringRow[]>`
      select id, schedule_id as "scheduleId", cause, status, scheduled_for as "scheduledFor", run_id as "runId", reason
        from schedule_runs where tenant_id = ${tenantId} order by scheduled_for, cause`,
  );
}

/** `HH:MM` of a time in UTC. */
export function clock(time: Date): string {
  return time.toISOString().slice(11, 16);
}

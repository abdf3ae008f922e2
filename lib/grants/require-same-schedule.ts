import type { TenantSql } from "#db/tenant.ts";
import type { TenantContext } from "#lib/context.ts";
import { AppError } from "#lib/errors.ts";
import type { RunId, ScheduleId } from "#lib/ids.ts";

/**
 * The version of a schedule that a run of it was made from, for what is agreed to on a card of that run: whoever decides has seen what the schedule
 * said then.
 * @throws AppError 409 `conflict` when somebody has changed it since
 */
export async function requireSameSchedule(
  sql: TenantSql,
  { tenantId }: TenantContext,
  scheduleId: ScheduleId,
  runId: RunId,
): Promise<number> {
  const [same] = await sql<{ version: number }[]>`
    select s.version from schedules s
      join schedule_runs f on f.tenant_id = s.tenant_id and f.schedule_id = s.id and f.run_id = ${runId}
     where s.tenant_id = ${tenantId} and s.id = ${scheduleId} and s.version = (f.configuration->>'version')::int`;
  if (same) return same.version;
  throw new AppError(
    "conflict",
    "The schedule was changed after this run began, so its later runs are another matter. Approve this call alone.",
  );
}

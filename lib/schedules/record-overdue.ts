import type { TenantSql } from "#db/tenant.ts";
import type { TenantId } from "#lib/ids.ts";
import { type PlannedFiring, planFirings } from "./plan-firings.ts";
import type { ScheduleRow } from "./schedule-row.ts";

/**
 * Due times that no clock took before an active schedule was changed: nothing runs for them any more, so its history says so. `missed` when no
 * worker was there, else `skipped` for the reason `why`. In the transaction of the change, before it.
 */
export async function recordOverdue(sql: TenantSql, tenantId: TenantId, row: ScheduleRow, why: string, now: Date): Promise<void> {
  const overdue = overdueOf(tenantId, row, now);
  if (overdue.length === 0) return;
  const firings = overdue.map(({ id, scheduledFor, status, reason }) => {
    const isMissed = status === "missed";
    return { id, at: scheduledFor, status: isMissed ? "missed" : "skipped", reason: isMissed ? reason : why };
  });
  await sql`
    insert into schedule_runs (tenant_id, id, schedule_id, cause, scheduled_for, status, reason, ended_at)
    select ${tenantId}, f.id, ${row.id}, 'due', f.at, f.status, f.reason, now()
      from jsonb_to_recordset(${sql.json(firings as never)}) as f (id uuid, at timestamptz, status text, reason text)
    on conflict do nothing`;
}

function overdueOf(tenantId: TenantId, row: ScheduleRow, now: Date): PlannedFiring[] {
  const { nextRunAt } = row;
  if (row.status !== "active" || nextRunAt === null || nextRunAt > now) return [];
  try {
    return planFirings({ ...row, tenantId, nextRunAt, missed: "skip" }, now).firings;
  } catch {
    // The rule cannot be read: there is no telling what was due.
    return [];
  }
}

import type { TenantSql } from "#db/tenant.ts";
import { AppError } from "#lib/errors.ts";
import type { ScheduleId, TenantId, UserId } from "#lib/ids.ts";
import { breakScheduleIn } from "./break-schedule.ts";

/** A schedule acts in the name and with the rights of whoever made it. */
export const CREATOR_LEFT = "Whoever made it is no longer a member who may start runs.";

/** Why a schedule stands still; its page shows this to whoever could make another. */
export const BROKEN_BY_LEAVING = `${CREATOR_LEFT} Make it anew in the name of somebody who may.`;

/** What somebody is told who wants it to run nevertheless. */
export function creatorLeft(): AppError {
  return new AppError("conflict", `${CREATOR_LEFT} Make it anew in your own name.`);
}

/**
 * Takes the active schedules of a member who may start no more runs out of the clock at once: none of them looks healthy until it fires. In the
 * transaction that takes the right away. Coming back does not start them again; a person does.
 */
export async function breakSchedulesOf(sql: TenantSql, { tenantId, userId }: { tenantId: TenantId; userId: UserId }): Promise<void> {
  const active = await sql<{ id: ScheduleId }[]>`
    select id from schedules where tenant_id = ${tenantId} and created_by = ${userId} and status = 'active' order by id for update`;
  for (const { id } of active) await breakScheduleIn(sql, tenantId, id, BROKEN_BY_LEAVING);
}

import { lock } from "#db/lock.ts";
import type { TenantSql } from "#db/tenant.ts";
import type { TenantContext } from "#lib/context.ts";
import { AppError } from "#lib/errors.ts";

/** Schedules that one member may have active, drafts among them: each of them spends tokens, or is about to. */
const MAX_SCHEDULES = 100;

type Member = Pick<TenantContext, "tenantId" | "userId">;

/** Two that are made at the same moment are counted one after the other. */
export function lockMemberSchedules(sql: TenantSql, { tenantId, userId }: Member): PromiseLike<unknown> {
  return lock(sql, `schedules ${tenantId} ${userId}`);
}

/** A condition: the member may have one more. */
export function hasRoom(sql: TenantSql, { tenantId, userId }: Member) {
  return sql`(select count(*) from schedules where tenant_id = ${tenantId} and created_by = ${userId} and status in ('active', 'draft')) < ${MAX_SCHEDULES}`;
}

export function scheduleLimit(): AppError {
  const detail = `A member may have ${MAX_SCHEDULES} schedules that are active or drafts. Pause or delete one first.`;
  return new AppError("conflict", detail, { limit: MAX_SCHEDULES });
}

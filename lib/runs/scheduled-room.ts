import type { Fragment, Statements } from "#db/transaction.ts";
import { CHANNEL } from "#lib/events/notify.ts";
import type { RunId, TenantId } from "#lib/ids.ts";
import { DEFAULT_LIMITS } from "#lib/limits/limits.ts";

/**
 * SQL, a condition on `runs r`: the organization drives fewer scheduled runs than may be at once, or this is none. One that comes back from an
 * approval was let in before and needs no room, so that a decision acts at once; it takes one all the same.
 */
export function hasScheduledRoom(sql: Statements) {
  return sql`(r.trigger <> 'schedule' or (${drivenAtOnce(sql, sql`r.tenant_id`)}) < ${scheduledRunsAtOnce(sql, sql`r.tenant_id`)})`;
}

/** Two that are to begin at the same moment are counted one after the other. Nothing for any other run. */
export function lockScheduledRuns(sql: Statements, tenantId: TenantId, runId: RunId): PromiseLike<unknown> {
  return sql`
    select pg_advisory_xact_lock(hashtextextended(${`scheduled runs ${tenantId}`}, 0))
      from runs where tenant_id = ${tenantId} and id = ${runId} and trigger = 'schedule' and status = 'queued'`.execute();
}

/** A place is free: the next in line is told of, the oldest first. In the transaction that frees it. */
export function noticeNextScheduled(sql: Statements, tenantId: TenantId): PromiseLike<unknown> {
  return sql`
    select pg_notify(${CHANNEL}, json_build_object('type', 'run-queued', 'tenantId', ${tenantId}::text, 'runId', next.id)::text)
      from (select r.id from runs r join chats c on c.tenant_id = r.tenant_id and c.id = r.chat_id and c.active_run_id = r.id
             where r.tenant_id = ${tenantId} and r.trigger = 'schedule' and r.status = 'queued' order by r.created_at, r.id limit 1) next`.execute();
}

/** How many scheduled runs are driven, and how many may be. */
export async function loadScheduledRoom(sql: Statements, tenantId: TenantId): Promise<{ driven: number; atOnce: number }> {
  const organization = sql`${tenantId}::uuid`;
  const [row] = await sql<{ driven: number; atOnce: number }[]>`
    select (${drivenAtOnce(sql, organization)})::int as driven, ${scheduledRunsAtOnce(sql, organization)} as "atOnce"`;
  return row ?? { driven: 0, atOnce: DEFAULT_LIMITS.scheduledRunsAtOnce };
}

function drivenAtOnce(sql: Statements, organization: Fragment) {
  return sql`select count(*) from runs d where d.tenant_id = ${organization} and d.trigger = 'schedule' and d.status = 'running'`;
}

function scheduledRunsAtOnce(sql: Statements, organization: Fragment) {
  return sql`
    coalesce((select l.scheduled_runs_at_once from limits l where l.tenant_id = ${organization} order by l.version desc limit 1),
             ${DEFAULT_LIMITS.scheduledRunsAtOnce}::int)`;
}

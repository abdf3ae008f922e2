import type { TenantSql } from "#db/tenant.ts";
import { sealSoon } from "#lib/audit/seal-soon.ts";
import type { TenantContext } from "#lib/context.ts";
import { notFound } from "#lib/errors.ts";
import { notify } from "#lib/events/notify.ts";
import type { ApprovalId, ChatId, RunId, TenantId } from "#lib/ids.ts";
import { endRun } from "./end-run.ts";
import { grantLease } from "./grant-lease.ts";
import type { RunStatus } from "./states.ts";
import { tellingHistory } from "./telling-history.ts";

/**
 * Stops a run in the caller's transaction, which has locked no chat: for whoever may do so (`cancelRun`), or may stop its schedule. Answers what the run
 * was; one that has ended stays as it is.
 * @throws AppError 404
 */
export async function stopRun(sql: TenantSql, ctx: TenantContext, runId: RunId): Promise<RunStatus> {
  const [run] = await sql<StoppedRun[]>`
    update runs r set cancel_requested_at = coalesce(cancel_requested_at, now())
     where r.tenant_id = ${ctx.tenantId} and r.id = ${runId} and ended_at is null
    returning ${stopped(sql)}`;
  if (run) {
    await endStopped(sql, ctx, run);
    return run.status;
  }
  const [ended] = await sql<{ status: RunStatus }[]>`select status from runs where tenant_id = ${ctx.tenantId} and id = ${runId}`;
  if (!ended) throw notFound("run");
  return ended.status;
}

/**
 * The same for every run of a chat that has not ended. The caller's transaction has not locked the chat: the end of a run takes its run first.
 * @returns how many there were
 */
export async function stopRunsOfChat(sql: TenantSql, ctx: TenantContext, chatId: ChatId): Promise<number> {
  const runs = await sql<StoppedRun[]>`
    update runs r set cancel_requested_at = coalesce(r.cancel_requested_at, now())
      from (select id from runs where tenant_id = ${ctx.tenantId} and chat_id = ${chatId} and ended_at is null order by id for update) as open
     where r.tenant_id = ${ctx.tenantId} and r.id = open.id
    returning ${stopped(sql)}`;
  for (const run of runs) await endStopped(sql, ctx, run);
  return runs.length;
}

interface StoppedRun {
  runId: RunId;
  status: RunStatus;
  chatId: ChatId;
  /** It has had a driver. */
  hasBegun: boolean;
}

/** The columns of a StoppedRun, from `runs r`. */
function stopped(sql: TenantSql) {
  return sql`r.id as "runId", r.status, r.chat_id as "chatId", r.started_at is not null as "hasBegun"`;
}

/** What follows when a run was told to stop: the record, and the end of what has no driver. */
async function endStopped(sql: TenantSql, ctx: TenantContext, { runId, status, chatId, hasBegun }: StoppedRun): Promise<void> {
  const { tenantId, userId } = ctx;
  sealSoon(tenantId);
  await sql`insert into audit_entries (tenant_id, actor_id, action, subject, facts) values (${tenantId}, ${userId}, 'run-stop', ${`run:${runId}`}, '{}')`;
  if (status === "queued" && !hasBegun) await dropQueued(sql, tenantId, runId, chatId);
  // Its driver let it go on shutdown: the next one keeps what was said and done.
  if (status === "queued" && hasBegun) await grantLease(sql, tenantId, runId);
  if (status === "awaiting-approval") await closeRequests(sql, tenantId, runId, chatId);
  await notify(sql, { type: "run-cancel", tenantId, runId });
}

/** A run that never began simply ends; the chat's place goes to the next. Its readers, who wait for its first event, are told to look again. */
async function dropQueued(sql: TenantSql, tenantId: TenantId, runId: RunId, chatId: ChatId): Promise<void> {
  // A run that ends in this chat now must not make this one its next, nor may another be taken out of the line meanwhile.
  await sql`select 1 from chats where tenant_id = ${tenantId} and id = ${chatId} for no key update`;
  await endRun(sql, { tenantId, runId }, sql`status = 'cancelled', stop_reason = 'cancelled'`, sql`and status = 'queued'`);
  await sql`
    update schedule_runs set status = 'cancelled', ended_at = now() where tenant_id = ${tenantId} and run_id = ${runId} and ended_at is null
    ${tellingHistory(sql, tenantId)}`;
  const [chat] = await sql<{ activeRunId: RunId | null }[]>`
    update chats c set active_run_id = (
             select id from runs r where r.tenant_id = ${tenantId} and r.chat_id = c.id and r.status = 'queued' order by created_at, id limit 1)
     where c.tenant_id = ${tenantId} and c.active_run_id = ${runId}
    returning active_run_id as "activeRunId"`;
  if (chat?.activeRunId) await notify(sql, { type: "run-queued", tenantId, runId: chat.activeRunId });
  await notify(sql, { type: "run-events", tenantId, runId });
  await notify(sql, { type: "chat-changed", tenantId, chatId });
}

async function closeRequests(sql: TenantSql, tenantId: TenantId, runId: RunId, chatId: ChatId): Promise<void> {
  await sql`update tool_calls set status = 'cancelled' where tenant_id = ${tenantId} and run_id = ${runId} and status = 'awaiting-approval'`;
  const closed = await sql<{ id: ApprovalId }[]>`
    update approvals set status = 'cancelled', decided_at = now() where tenant_id = ${tenantId} and run_id = ${runId} and status = 'pending' returning id`;
  for (const { id } of closed) await notify(sql, { type: "approval-changed", tenantId, approvalId: id, chatId });
  await grantLease(sql, tenantId, runId);
}

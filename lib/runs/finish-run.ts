import type { TenantSql } from "#db/tenant.ts";
import { together } from "#db/together.ts";
import { CHANNEL, notify } from "#lib/events/notify.ts";
import type { RunId } from "#lib/ids.ts";
import { storableJson } from "#lib/storable.ts";
import { endRun } from "./end-run.ts";
import type { Lease } from "./lease.ts";
import type { MessageFold } from "./message-fold.ts";
import type { Write } from "./run-journal.ts";
import type { RunRow } from "./run-state.ts";
import { noticeNextScheduled } from "./scheduled-room.ts";
import type { RunStatus, StopReason } from "./states.ts";
import { tellingHistory } from "./telling-history.ts";

export interface RunEnd {
  status: Extract<RunStatus, "succeeded" | "failed" | "cancelled">;
  stopReason: StopReason;
  /** What went wrong, for a person. */
  error: string | null;
  /** What the assistant's message says of it by itself, after the model's words. */
  words?: string;
}

/**
 * Ends a driven run: its assistant message is stored, its chat is free, and the next message that waited there begins.
 * Part of a journal transaction, so it happens only under the lease. Returns the run that waits for a driver now.
 */
export function finishRun(lease: Lease, run: RunRow, fold: MessageFold, end: RunEnd): Write<RunId | null> {
  return async (sql) => {
    const { tenantId, runId } = lease;
    const error = end.error ?? end.words ?? null;
    const { usage, cost } = run;
    const parts = storableJson(fold.parts);
    const metadata = { ...fold.metadata, stopReason: end.stopReason, ...(end.error && { error: end.error }) };
    const [, , , [next]] = await together([
      endRun(
        sql,
        lease,
        sql`
          usage = ${sql.json(usage as never)}, micro_usd = ${cost.microUsd}, unpriced_tokens = ${cost.unpricedTokens},
          status = ${end.status}, stop_reason = ${end.stopReason}, error = ${error}, lease_owner = null, lease_until = null`,
      ),
      // Takes the chat before the next statement looks for what is in line there: whoever puts something in, or takes it out, has done so by then.
      sql`with held as materialized (select id from chats where tenant_id = ${tenantId} and id = ${run.chatId} for no key update)
          insert into messages (tenant_id, id, chat_id, run_id, role, parts, metadata)
          select ${tenantId}::uuid, ${run.assistantMessageId}::uuid, id, ${runId}::uuid, 'assistant', ${sql.json(parts as never)}::jsonb,
                 ${sql.json(metadata as never)}::jsonb
            from held
          on conflict (tenant_id, id) do nothing`,
      endScheduleRun(sql, lease, end.status, error),
      freeChat(sql, lease, run),
      run.trigger === "schedule" ? noticeNextScheduled(sql, tenantId) : null,
      notify(sql, { type: "chat-changed", tenantId, chatId: run.chatId }),
    ]);
    return next?.activeRunId ?? null;
  };
}

/** The chat's next run is the oldest that was queued behind this one; who drives is told of it. */
function freeChat(sql: TenantSql, { tenantId, runId }: Lease, run: RunRow) {
  return sql<{ activeRunId: RunId | null }[]>`
    with freed as (
      update chats set updated_at = now(), active_run_id = (
               select id from runs where tenant_id = ${tenantId} and chat_id = ${run.chatId} and status = 'queued' order by created_at, id limit 1)
       where tenant_id = ${tenantId} and id = ${run.chatId} and active_run_id = ${runId}
      returning active_run_id
    )
    select active_run_id as "activeRunId",
           pg_notify(${CHANNEL}, json_build_object('type', 'run-queued', 'tenantId', ${tenantId}::text, 'runId', active_run_id)::text)
      from freed where active_run_id is not null`;
}

function endScheduleRun(sql: TenantSql, { tenantId, runId }: Lease, status: RunEnd["status"], error: string | null) {
  return sql`
    update schedule_runs set status = ${status}, ended_at = now(), reason = coalesce(${error}, case when ${status} = 'cancelled' then reason end)
     where tenant_id = ${tenantId} and run_id = ${runId} and ended_at is null ${tellingHistory(sql, tenantId)}`;
}

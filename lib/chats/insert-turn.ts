import type { TenantSql } from "#db/tenant.ts";
import { selectAgentVersion } from "#lib/agent-profiles/select-agent.ts";
import type { EntryPoint, TenantContext } from "#lib/context.ts";
import { type ChatId, type MessageId, newId, type RunId } from "#lib/ids.ts";
import { processId } from "#lib/process-identity.ts";
import { LEASE_SECONDS } from "#lib/runs/lease.ts";
import { NO_USAGE } from "#lib/runs/states.ts";

/** A message as it will be stored, and the run that will answer it. */
export interface NewTurn {
  chatId: ChatId;
  messageId: MessageId;
  runId: RunId;
  /** Storable. */
  text: string;
  clientMessageId: string;
  entryPoint?: "mcp";
}

/** SQL: stores the message, in a statement that may end in a `from`. */
export function insertMessage(sql: TenantSql, { tenantId, userId }: TenantContext, { chatId, messageId, clientMessageId, text }: NewTurn) {
  return sql`
    insert into messages (tenant_id, id, chat_id, role, author_id, client_message_id, parts)
    select ${tenantId}::uuid, ${messageId}::uuid, ${chatId}::uuid, 'user', ${userId}::uuid, ${clientMessageId},
           ${sql.json([{ type: "text", text }])}::jsonb`;
}

/** SQL: stores the run, in a statement that may end in a `from`. A running one is this process's, under its first lease. */
export function insertRun(sql: TenantSql, ctx: TenantContext, turn: NewTurn, status: "running" | "queued") {
  const { tenantId, userId } = ctx;
  const { chatId, messageId, runId } = turn;
  const isRunning = status === "running";
  return sql`
    insert into runs (tenant_id, id, chat_id, user_message_id, assistant_message_id, trigger, status, user_id, usage,
                      epoch, lease_owner, lease_until, agent_version, created_at, started_at)
    select ${tenantId}::uuid, ${runId}::uuid, ${chatId}::uuid, ${messageId}::uuid, ${newId<MessageId>()}::uuid,
           ${turn.entryPoint ?? triggerOf(ctx)}, ${status}, ${userId}::uuid, ${sql.json(NO_USAGE as never)}::jsonb,
           ${isRunning ? 1 : 0}::int, ${isRunning ? processId() : null},
           case when ${isRunning} then now() + ${`${LEASE_SECONDS} seconds`}::interval end,
           ${isRunning ? selectAgentVersion(sql, tenantId, sql`${chatId}::uuid`) : null}::int,
           -- By the clock and not by when the transaction began: runs of a chat go in the order in which they took it, which this one just did.
           clock_timestamp(), case when ${isRunning} then clock_timestamp() end`;
}

/** A key is a program: its runs are `api` runs. */
function triggerOf(ctx: TenantContext): EntryPoint {
  return ctx.apiKeyId ? "api" : "chat";
}

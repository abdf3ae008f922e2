import { openChat } from "#lib/chats/visible-chat.ts";
import type { TenantContext } from "#lib/context.ts";
import { notFound } from "#lib/errors.ts";
import type { ChatId, RunId } from "#lib/ids.ts";
import { callColumns, type ToolCallView } from "#lib/tool-calls/tool-call-view.ts";
import type { RunStatus, StopReason, Usage } from "./states.ts";

/** A run as the API shows it. */
export interface RunView {
  id: RunId;
  chatId: ChatId;
  trigger: string;
  isDryRun: boolean;
  status: RunStatus;
  stopReason: StopReason | null;
  error: string | null;
  model: string | null;
  /** Who answered; null: the default agent. */
  agentName: string | null;
  /** With which version of it the run began; null until then. */
  agentVersion: number | null;
  iterations: number;
  usage: Usage;
  /** Of the tokens whose model had a price, in US dollars; and how many of them had none. */
  costUsd: number;
  unpricedTokens: number;
  createdAt: Date;
  startedAt: Date | null;
  endedAt: Date | null;
  toolCalls: ToolCallView[];
}

/**
 * One run with all its calls, in the order asked.
 * @throws AppError 404, also for a run in another person's private chat
 */
export async function getRun(ctx: TenantContext, input: { runId: RunId }): Promise<RunView> {
  const { tenantId } = ctx;
  const [[run], calls] = await ctx.db.sql((sql) =>
    Promise.all([
      sql<Omit<RunView, "toolCalls">[]>`
        select r.id, r.chat_id as "chatId", r.trigger, r.is_dry_run as "isDryRun", r.status, r.stop_reason as "stopReason", r.error, r.model,
               (select a.name from agents a where a.tenant_id = c.tenant_id and a.id = c.agent_id) as "agentName", r.agent_version as "agentVersion",
               r.iterations, r.usage, r.micro_usd / 1e6::float8 as "costUsd", r.unpriced_tokens as "unpricedTokens",
               r.created_at as "createdAt", r.started_at as "startedAt", r.ended_at as "endedAt"
          from runs r join chats c on c.tenant_id = r.tenant_id and c.id = r.chat_id
         where r.tenant_id = ${tenantId} and r.id = ${input.runId} and ${openChat(sql, ctx)}`,
      sql<ToolCallView[]>`
        select ${callColumns(sql)} from tool_calls t where t.tenant_id = ${tenantId} and t.run_id = ${input.runId} order by t.step, t.position`,
    ]),
  );
  if (!run) throw notFound("run");
  return { ...run, toolCalls: calls };
}

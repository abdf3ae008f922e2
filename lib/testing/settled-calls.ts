import { DEFAULT_AGENT } from "#lib/agent-profiles/agent-filter.ts";
import type { EntryPoint } from "#lib/context.ts";
import { type ChatId, newId, type RunId, type ToolCallId } from "#lib/ids.ts";
import { encodeSketch, sketchOf } from "#lib/metrics/sketch.ts";
import type { FINAL_CALL_STATUSES, ToolCallKind } from "#lib/runs/states.ts";
import { insertPastRuns } from "./past-runs.ts";
import { insertChat } from "./run-scene.ts";
import type { SceneMember } from "./scene.ts";

/** A call of the past. Durations as the record keeps them: null for what did not happen. */
export interface PastCall {
  tool: string;
  status: (typeof FINAL_CALL_STATUSES)[number];
  at: Date;
  kind?: ToolCallKind;
  durationMs?: number | null;
  waitMs?: number | null;
  queueMs?: number;
  tokens?: number;
  microUsd?: number;
  entryPoint?: EntryPoint;
  input?: unknown;
}

/**
 * Puts settled calls of that member into the record and into the statistics, each call exactly as `recordCallEnd` does it, without the hours that
 * it takes to make them. All in one run of one chat.
 */
export async function insertPastCalls(
  member: SceneMember,
  calls: PastCall[],
  options: { chatId?: ChatId } = {},
): Promise<{ chatId: ChatId; runId: RunId; ids: ToolCallId[] }> {
  const { tenantId, userId, db } = member.ctx;
  const chatId = options.chatId ?? (await insertChat(member));
  const [runId] = await insertPastRuns(member, [{ at: calls[0]?.at ?? new Date(), model: "test" }], { chatId });
  if (!runId) throw new Error("No run.");
  const rows = calls.map((call, position) => rowOf(call, position));
  await db.sql(async (sql) => {
    await sql`
      insert into tool_calls (tenant_id, id, run_id, chat_id, tool_call_id, step, position, tool, effect, input, status, kind, rule_id, entry_point, user_id,
                              model, tokens, micro_usd, created_at, started_at, ended_at, queue_ms, wait_ms, duration_ms)
      select ${tenantId}, id, ${runId}, ${chatId}, id::text, 0, position, tool, 'write', input, status, kind, 'rule', entry_point, ${userId}, 'test', tokens, micro_usd, at,
             case when duration_ms is not null then at end, now(), queue_ms, wait_ms, duration_ms
        from jsonb_to_recordset(${sql.json(rows as never)}) as r (id uuid, position int, tool text, input jsonb, status text, kind text, entry_point text,
             tokens int, micro_usd bigint, at timestamptz, queue_ms int, wait_ms int, duration_ms int)`;
    await sql`
      insert into call_statistics (tenant_id, level, bucket, tool, entry_point, user_id, agent_id, succeeded, failed, refused, denied, expired, cancelled, "unknown",
                                   success_ms, executed_ms, tokens, micro_usd, execution_sketch, wait_sketch, queue_sketch)
      select ${tenantId}, 'delta', date_trunc('hour', at, 'UTC'), tool, entry_point, ${userId},
             coalesce((select agent_id from chats where tenant_id = ${tenantId} and id = ${chatId}), ${DEFAULT_AGENT}::uuid), (status = 'succeeded')::int, (status = 'failed')::int,
             (status = 'refused')::int, (status = 'denied')::int, (status = 'expired')::int, (status = 'cancelled')::int, (status = 'unknown')::int,
             case when status = 'succeeded' then duration_ms else 0 end, coalesce(duration_ms, 0), tokens, micro_usd,
             decode(execution, 'hex'), decode(wait, 'hex'), decode(queue, 'hex')
        from jsonb_to_recordset(${sql.json(rows as never)}) as r (tool text, status text, entry_point text, tokens int, micro_usd bigint, at timestamptz, duration_ms int,
             execution text, wait text, queue text)`;
  });
  return { chatId, runId, ids: rows.map(({ id }) => id) };
}

function rowOf(call: PastCall, position: number) {
  const { durationMs = null, waitMs = null, queueMs = 0, tokens = 0, microUsd = 0, entryPoint = "chat", kind = null, input = {} } = call;
  return {
    id: newId<ToolCallId>(),
    position,
    tool: call.tool,
    input,
    status: call.status,
    kind,
    entry_point: entryPoint,
    tokens,
    micro_usd: microUsd,
    at: call.at.toISOString(),
    queue_ms: queueMs,
    wait_ms: waitMs,
    duration_ms: durationMs,
    execution: hexOf(durationMs),
    wait: hexOf(waitMs),
    queue: hexOf(queueMs),
  };
}

function hexOf(ms: number | null): string | null {
  return ms === null ? null : encodeSketch(sketchOf([ms])).toString("hex");
}

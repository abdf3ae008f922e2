import type { EntryPoint } from "#lib/context.ts";
import { type ChatId, newId, type RunId } from "#lib/ids.ts";
import { type Cost, NO_COST } from "#lib/prices/cost.ts";
import { endRun } from "#lib/runs/end-run.ts";
import { NO_USAGE, type RunStatus, type Usage } from "#lib/runs/states.ts";
import { insertChat } from "./run-scene.ts";
import type { SceneMember } from "./scene.ts";

/** A run of the past, or one that goes on: statuses that are not final leave it open. */
export interface PastRun {
  at: Date;
  /** Null: it never got to its first step. */
  model: string | null;
  status?: RunStatus;
  usage?: Usage;
  cost?: Cost;
  iterations?: number;
  trigger?: EntryPoint;
}

const FINAL: readonly RunStatus[] = ["succeeded", "failed", "cancelled"];

/** Puts runs of that member into the record, and ends them as the product does. All in one chat. */
export async function insertPastRuns(member: SceneMember, runs: PastRun[], options: { chatId?: ChatId } = {}): Promise<RunId[]> {
  const { tenantId, userId, db } = member.ctx;
  const chatId = options.chatId ?? (await insertChat(member));
  const rows = runs.map(({ at, model, status = "succeeded", usage = NO_USAGE, cost = NO_COST, iterations = 0, trigger = "chat" }) => {
    const now = FINAL.includes(status) ? "running" : status;
    return {
      id: newId<RunId>(),
      model,
      usage,
      micro_usd: cost.microUsd,
      unpriced_tokens: cost.unpricedTokens,
      iterations,
      trigger,
      at: at.toISOString(),
      now,
      last: status,
    };
  });
  await db.sql(async (sql) => {
    await sql`
      insert into runs (tenant_id, id, chat_id, user_message_id, assistant_message_id, trigger, status, user_id, usage, micro_usd, unpriced_tokens, model, iterations, created_at)
      select ${tenantId}, id, ${chatId}, gen_random_uuid(), gen_random_uuid(), trigger, now, ${userId}, usage, micro_usd, unpriced_tokens, model, iterations, at
        from jsonb_to_recordset(${sql.json(rows as never)}) as r (id uuid, trigger text, now text, usage jsonb, micro_usd bigint, unpriced_tokens bigint, model text, iterations int, at timestamptz)`;
    const ended = rows.filter(({ last }) => FINAL.includes(last));
    await Promise.all(ended.map(({ id, last }) => endRun(sql, { tenantId, runId: id }, sql`status = ${last}`)));
  });
  return rows.map(({ id }) => id);
}

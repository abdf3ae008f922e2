import { replayCalls } from "#lib/gate/index.ts";
import { newId } from "#lib/ids.ts";
import { PRESET_RULES } from "#lib/policies/presets.ts";
import { createSceneOrganization } from "#lib/testing/scene.ts";
import { openDatabase } from "./support/database.ts";
import { row } from "./support/figures.ts";

/** A draft of rules held against recorded calls of one organization: half of them files, half of them commands, no two the same. */
const CALLS = Number(process.env.BENCH_CALLS ?? 100_000);
const GOAL_S = 10;

const { sql, close } = await openDatabase({ durable: false });
try {
  const { id, owner } = await createSceneOrganization("Bench");
  const [chatId, messageId, runId] = [newId(), newId(), newId()];
  await sql`insert into chats (tenant_id, id, title, title_source, visibility, created_by, updated_at)
            values (${id}, ${chatId}, 'Bench', 'person', 'organization', ${owner.userId}, now())`;
  await sql`insert into messages (tenant_id, id, chat_id, role, author_id, parts) values (${id}, ${messageId}, ${chatId}, 'user', ${owner.userId}, '[]')`;
  await sql`
    insert into runs (tenant_id, id, chat_id, user_message_id, assistant_message_id, trigger, status, user_id, usage)
    values (${id}, ${runId}, ${chatId}, ${messageId}, ${newId()}, 'chat', 'succeeded', ${owner.userId}, '{}')`;
  await sql`
    insert into tool_calls (tenant_id, id, run_id, chat_id, tool_call_id, step, position, tool, tool_version, effect, input, status, entry_point, user_id, created_at)
    select ${id}, gen_random_uuid(), ${runId}, ${chatId}, 'call_' || n, n, 0, case when n % 2 = 0 then 'shell' else 'file_system' end, 1, 'read',
           case when n % 2 = 0 then jsonb_build_object('command', 'grep -rn "word ' || n || '" src | sort > found-' || n || '.txt')
                else jsonb_build_object('action', 'read', 'path', 'notes/' || n || '.txt') end,
           'succeeded', 'chat', ${owner.userId}, now() - n * interval '1 second'
      from generate_series(1, ${CALLS}) as n`;
  await sql`vacuum analyze tool_calls`;
  const draft = { preset: "cautious", rules: PRESET_RULES.cautious } as const;
  const startedAt = performance.now();
  const { replayed } = await replayCalls(owner.ctx, { since: new Date(0), draft });
  const seconds = (performance.now() - startedAt) / 1000;
  if (replayed !== CALLS) throw new Error(`${replayed} calls were judged.`);
  row(`${CALLS.toLocaleString("en-US")} recorded calls judged by a draft`, `${seconds.toFixed(1)} s`, seconds, GOAL_S);
} finally {
  await close();
}

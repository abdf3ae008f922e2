import type postgres from "postgres";
import { readQueue } from "#app/(workspace)/approvals/_components/read-queue.ts";
import { countPending } from "#lib/approvals/count-pending.ts";
import { type ApprovalId, newId } from "#lib/ids.ts";
import { createSceneOrganization, type SceneOrganization } from "#lib/testing/scene.ts";
import { openDatabase } from "./support/database.ts";
import { median, quantile, row } from "./support/figures.ts";

/**
 * What the server does for the approvals page with 10,000 requests pending and 40,000 decided, beside another organization of the same size:
 * the page's rows, the counts of its views, the open request, the badge. In one process, without drawing.
 */
const PENDING = 10_000;
const DECIDED = 40_000;
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 60);
const GOAL_MS = 100;

const { sql, close } = await openDatabase();
try {
  const [ours, theirs] = [await createSceneOrganization("Ours"), await createSceneOrganization("Theirs")];
  for (const organization of [ours, theirs]) await seed(sql, organization);
  await sql`vacuum analyze`;
  const { ctx } = ours.approver;
  const first = await readQueue(ctx, { tab: "needs-you" });
  if (first.counts["needs-you"] !== PENDING || first.counts.decided !== DECIDED)
    throw new Error("The queue was not seeded as it should be.");
  await measure("approvals page, 10,000 pending: server part, ms at the median", () =>
    Promise.all([readQueue(ctx, { tab: "needs-you", id: first.page.items[0]?.id }), countPending(ctx)]),
  );
  await measure("the same for a member, whose chats are looked at one by one", () =>
    Promise.all([readQueue(ours.member.ctx, { tab: "others" }), countPending(ours.member.ctx)]),
  );
  await measure("its history, 40,000 decided: server part, ms at the median", () => readQueue(ctx, { tab: "decided" }));
} finally {
  await close();
}

async function measure(name: string, work: () => Promise<unknown>): Promise<void> {
  for (let round = 0; round < 10; round++) await work();
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const startedAt = performance.now();
    await work();
    times.push(performance.now() - startedAt);
  }
  row(name, `${median(times).toFixed(1)} ms (p95 ${quantile(times, 0.95).toFixed(1)} ms)`, median(times), GOAL_MS);
}

/** One waiting command in each of many chats, as rows: what a month of a busy organization leaves behind. */
async function seed(sql: postgres.Sql, { id: tenantId, member, approver }: SceneOrganization): Promise<void> {
  const rows = Array.from({ length: PENDING + DECIDED }, (_, index) => ({
    id: newId<ApprovalId>(),
    chat: newId(),
    run: newId(),
    call: newId(),
    index,
  }));
  for (let at = 0; at < rows.length; at += 5_000) {
    const part = sql`jsonb_to_recordset(${sql.json(rows.slice(at, at + 5_000))}) as each(id uuid, chat uuid, run uuid, call uuid, index int)`;
    await sql`insert into chats (tenant_id, id, title, created_by, updated_at) select ${tenantId}, chat, 'Chat ' || index, ${member.userId}, now() from ${part}`;
    await sql`
      insert into runs (tenant_id, id, chat_id, user_message_id, assistant_message_id, trigger, status, user_id, usage)
      select ${tenantId}, run, chat, gen_random_uuid(), gen_random_uuid(), 'chat', case when index < ${DECIDED} then 'succeeded' else 'awaiting-approval' end, ${member.userId}, '{}' from ${part}`;
    await sql`
      insert into tool_calls (tenant_id, id, run_id, chat_id, tool_call_id, step, position, tool, input, status, entry_point, user_id)
      select ${tenantId}, call, run, chat, 'call', 0, 0, 'shell', jsonb_build_object('command', 'echo ' || index),
             case when index < ${DECIDED} then 'succeeded' else 'awaiting-approval' end, 'chat', ${member.userId} from ${part}`;
    await sql`
      insert into approvals (tenant_id, id, call_id, tool_call_id, run_id, chat_id, tool, tool_version, effect, input, input_digest, summary, rule_id, reason, entry_point,
                             requested_by, requirement, votes, offered, status, decided_by, decided_at)
      select ${tenantId}, id, call, 'call', run, chat, 'shell', 1, 'irreversible', jsonb_build_object('command', 'echo ' || index), 'sha256:' || index,
             'Run: echo ' || index, 'shell-asks', 'Commands need a person''s approval.', 'chat', ${member.userId},
             '{"approvals":1,"roles":["owner","admin","approver"],"excludeRequester":false}', '[]', '["approve","deny"]',
             case when index < ${DECIDED} then 'approved' else 'pending' end,
             case when index < ${DECIDED} then ${approver.userId}::uuid end, case when index < ${DECIDED} then now() end from ${part}`;
  }
}

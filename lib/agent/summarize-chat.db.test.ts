import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { getChat } from "#lib/chats/get-chat.ts";
import type { ChatId } from "#lib/ids.ts";
import { getModelMetrics } from "#lib/metrics/get-model-metrics.ts";
import { loadRunState } from "#lib/runs/load-run-state.ts";
import { storeSummary } from "#lib/summaries/store-summary.ts";
import { type ModelServer, startModelServer } from "#lib/testing/model-server/index.ts";
import { completeRun, insertChat, type Script } from "#lib/testing/run-scene.ts";
import { createScene, type Scene, type SceneMember } from "#lib/testing/scene.ts";
import { useModelServer } from "#lib/testing/use-model-server.ts";

let model: ModelServer;
let scene: Scene;

beforeAll(async () => {
  model = await startModelServer();
  useModelServer(model);
  scene = await createScene();
});
afterAll(() => model.close());

const list = { tool: "file_system", args: { action: "list", path: "." } };

/** The scripted server plays the first script that it finds: of a summary, that of the first message which it tells of. */
async function talk(member: SceneMember, { turns, first, chatId }: { turns: number; first: Script; chatId?: ChatId }) {
  const chat = chatId ?? (await insertChat(member));
  for (let turn = 1; turn <= turns; turn++) {
    await completeRun(member, turn === 1 ? first : [{ text: `Answer ${turn}.` }], { chatId: chat, text: `Question ${turn} of ${chat}.` });
  }
  return chat;
}

function requestsOf(chat: ChatId): { system: string; messages: { role: string; content: unknown }[] }[] {
  return model.requests(chat).map(({ body }) => {
    const { messages } = body as { messages: { role: string; content: string }[] };
    return { system: String(messages[0]?.content), messages };
  });
}

const isSummary = ({ system }: { system: string }) => system.startsWith("Write a summary");

it("tells the earlier part of twenty messages in a summary, and keeps the last ten word for word", async () => {
  const { member } = scene.ours;
  const chat = await talk(member, { turns: 10, first: [{ calls: [list] }, { text: "They spoke of ten questions." }] });
  const { summary, messages } = await vi.waitFor(async () => {
    const read = await getChat(member.ctx, { chatId: chat });
    expect(read.summary).not.toBeNull();
    return read;
  });
  expect(messages).toHaveLength(20);
  expect(summary).toMatchObject({ coveredMessages: 10, writings: 1, model: "openai-compatible:fake" });

  const asked = requestsOf(chat).filter(isSummary);
  expect(asked).toHaveLength(1);
  const told = JSON.stringify(asked[0]?.messages);
  expect(told).toContain("Question 5 of");
  expect(told).not.toContain("Question 6 of");
  expect(told).toContain("calls file_system");

  await completeRun(member, [{ text: "ok" }], { chatId: chat, text: `And now, ${chat}?` });
  const next = requestsOf(chat)
    .filter((request) => !isSummary(request))
    .at(-1);
  expect(next?.system).toContain(`# Summary of the conversation so far`);
  expect(next?.system).toContain(summary?.text);
  const read = JSON.stringify(next?.messages.slice(1));
  expect(read).toContain("Question 6 of");
  expect(read).not.toContain("Question 5 of");
  expect(next?.messages.filter(({ role }) => role === "user")).toHaveLength(6);
});

it("carries a summary over into the one that follows it", async () => {
  const { member } = scene.ours;
  const chat = await talk(member, { turns: 10, first: [{ text: "The first part." }] });
  await vi.waitFor(async () => expect((await getChat(member.ctx, { chatId: chat })).summary?.writings).toBe(1));
  await talk(member, { turns: 5, first: [{ text: "Later." }], chatId: chat });
  const { summary } = await vi.waitFor(async () => {
    const read = await getChat(member.ctx, { chatId: chat });
    expect(read.summary?.writings).toBe(2);
    return read;
  });
  expect(summary?.coveredMessages).toBe(20);
  const [, second] = requestsOf(chat).filter(isSummary);
  expect(JSON.stringify(second?.messages)).toContain("# Summary so far\\nThe first part.");
});

it("changes nothing when the model fails, and is tried again behind the next answer", async () => {
  const { member } = scene.ours;
  const chat = await talk(member, { turns: 10, first: [{ text: "Kept.", fail: 400, times: 0 }] });
  await vi.waitFor(() => expect(requestsOf(chat).filter(isSummary).length).toBeGreaterThan(0));
  expect((await getChat(member.ctx, { chatId: chat })).summary).toBeNull();
  await completeRun(member, [{ text: "ok" }], { chatId: chat, text: `And now, ${chat}?` });
  const next = requestsOf(chat)
    .filter((request) => !isSummary(request))
    .at(-1);
  expect(JSON.stringify(next?.messages)).toContain("Question 1 of");
  expect(next?.system).not.toContain("# Summary");
  await vi.waitFor(() => expect(requestsOf(chat).filter(isSummary).length).toBeGreaterThan(1));
});

it("cuts what is longer than 500 words", async () => {
  const { member } = scene.ours;
  const chat = await talk(member, { turns: 10, first: [{ text: "word ".repeat(800) }] });
  const { summary } = await vi.waitFor(async () => {
    const read = await getChat(member.ctx, { chatId: chat });
    expect(read.summary).not.toBeNull();
    return read;
  });
  expect(summary?.text.split(/\s+/)).toHaveLength(500);
});

it("counts what a summary used with its run, in the row and in the statistics", async () => {
  const scene = await createScene();
  const { member } = scene.ours;
  const chat = await talk(member, { turns: 10, first: [{ text: "Counted.", usage: { input: 100, output: 1 } }] });
  await vi.waitFor(async () => expect((await getChat(member.ctx, { chatId: chat })).summary).not.toBeNull());
  const [rows] = await member.ctx.db.sql(
    (sql) => sql<{ runs: number; total: number }[]>`
      select count(*)::int as runs, sum(total_tokens)::int as total from runs where tenant_id = ${scene.ours.id} and chat_id = ${chat}`,
  );
  const [counted] = await member.ctx.db.sql(
    (sql) => sql<{ runs: number; total: number }[]>`
      select sum(runs)::int as runs, sum(total_tokens)::int as total from run_statistics where tenant_id = ${scene.ours.id}`,
  );
  expect(counted).toEqual(rows);
  const { items } = await getModelMetrics(member.ctx, {});
  expect(items.reduce((sum, { totalTokens }) => sum + totalTokens, 0)).toBe(rows?.total);
  // The first answer and the summary say the same.
  expect(rows?.total).toBeGreaterThanOrEqual(202);
});

it("writes nothing where a limit of the day leaves no room for it", async () => {
  const scene = await createScene();
  const { member } = scene.ours;
  const chat = await talk(member, { turns: 9, first: [{ text: "Unwritten.", usage: { input: 1, output: 1 } }] });
  await member.ctx.db.sql(
    (sql) => sql`
      insert into limits (tenant_id, version, calls_per_run, tokens_per_run, active_ms_per_run, member_tokens_per_day, scheduled_runs_at_once, created_by, created_at)
      values (${scene.ours.id}, 1, 100, 1000000, 1800000, 1, 3, ${member.ctx.userId}, now())`,
  );
  await completeRun(member, [{ text: "The tenth." }], { chatId: chat, text: `Question 10 of ${chat}.` });
  await setTimeout(300);
  expect(requestsOf(chat).filter(isSummary)).toHaveLength(0);
  // Where there is room again, the next answer writes it.
  await member.ctx.db.sql((sql) => sql`update limits set member_tokens_per_day = 100000 where tenant_id = ${scene.ours.id}`);
  await completeRun(member, [{ text: "ok" }], { chatId: chat, text: `And now, ${chat}?` });
  await vi.waitFor(() => expect(requestsOf(chat).filter(isSummary)).toHaveLength(1));
});

it("tells of every message, however long others are", async () => {
  const { member } = scene.ours;
  const chat = await insertChat(member);
  for (let turn = 1; turn <= 10; turn++) {
    const text = `Question ${turn} of ${chat}. ${"long ".repeat(turn === 2 ? 20_000 : 3_000)}`;
    await completeRun(member, [{ text: `Answer ${turn}.` }], { chatId: chat, text });
  }
  await vi.waitFor(async () => expect((await getChat(member.ctx, { chatId: chat })).summary?.coveredMessages).toBe(10));
  const told = JSON.stringify(requestsOf(chat).find(isSummary)?.messages.slice(1));
  for (const turn of [1, 2, 3, 4, 5]) expect(told).toContain(`Question ${turn} of`);
  expect(told.length).toBeLessThan(62_000);
});

it("leaves out what dry runs of a schedule said", async () => {
  const { member } = scene.ours;
  const chat = await talk(member, { turns: 9, first: [{ text: "Real." }] });
  await member.ctx.db.sql(
    (sql) => sql`
      update runs set is_dry_run = true where tenant_id = ${scene.ours.id} and user_message_id in (
        select id from messages where chat_id = ${chat} and parts::text like '%Question 3 of%')`,
  );
  await completeRun(member, [{ text: "The tenth." }], { chatId: chat, text: `Question 10 of ${chat}.` });
  await vi.waitFor(() => expect(requestsOf(chat).filter(isSummary)).toHaveLength(1));
  const told = JSON.stringify(requestsOf(chat).find(isSummary)?.messages);
  expect(told).toContain("Question 4 of");
  expect(told).not.toContain("Question 3 of");
  expect(told).not.toContain("Answer 3.");
});

it("asks a slow model once, whatever is said meanwhile", async () => {
  const { member } = scene.ours;
  const chat = await talk(member, { turns: 9, first: [{ text: "Slowly written.", ttft: 400 }] });
  for (const turn of [10, 11, 12]) await completeRun(member, [{ text: "ok" }], { chatId: chat, text: `Question ${turn} of ${chat}.` });
  await vi.waitFor(async () => expect((await getChat(member.ctx, { chatId: chat })).summary).not.toBeNull());
  expect(requestsOf(chat).filter(isSummary)).toHaveLength(1);
});

it("says of how many messages it tells when two processes wrote one at once", async () => {
  const { member } = scene.ours;
  const chat = await insertChat(member);
  const store = (throughSeq: number, coveredMessages: number) =>
    member.ctx.db.sql((sql) =>
      storeSummary(sql, scene.ours.id, { chatId: chat, text: `Of ${coveredMessages}.`, throughSeq, coveredMessages, model: "fake" }),
    );
  await store(10, 10);
  await store(14, 14);
  await store(12, 12);
  const { summary } = await getChat(member.ctx, { chatId: chat });
  expect(summary).toMatchObject({ text: "Of 14.", coveredMessages: 14 });
});

it("is read by a run that no longer reads what it tells of, also when it is stored in that very moment", async () => {
  const { member } = scene.ours;
  const { tenantId, db } = member.ctx;
  const chat = await talk(member, { turns: 2, first: [{ text: "One." }] });
  const { id: runId } = await completeRun(member, [{ text: "Three." }], { chatId: chat, text: "Question 3." });
  const [first] = await db.sql(
    (sql) => sql<{ seq: number }[]>`select seq::int from messages where tenant_id = ${tenantId} and chat_id = ${chat} order by seq limit 1`,
  );
  let loaded: ReturnType<typeof loadRunState> = Promise.resolve(null);
  await db.sql(async (sql) => {
    await sql`lock table messages in access exclusive mode`;
    const summary = { chatId: chat, text: "They spoke of one.", throughSeq: first?.seq ?? 0, coveredMessages: 2, model: "fake" };
    await storeSummary(sql, tenantId, summary);
    loaded = db.sql((other) => loadRunState(other, tenantId, runId, { isFresh: false }));
    await setTimeout(200);
  });
  const state = await loaded;
  expect(JSON.stringify(state?.history)).not.toContain("Question 1 of");
  expect(state?.summary).toEqual({ text: "They spoke of one.", coveredMessages: 2 });
});

it("tells who said what, also when another one goes on alone", async () => {
  const { member, admin } = scene.ours;
  const chat = await talk(member, { turns: 10, first: [{ text: "The member asked ten questions." }] });
  await vi.waitFor(async () => expect((await getChat(member.ctx, { chatId: chat })).summary).not.toBeNull());
  expect(JSON.stringify(requestsOf(chat).find(isSummary)?.messages)).toContain("The member: Question 1 of");
  const { tenantId, db } = member.ctx;
  await db.sql(
    (sql) => sql`
      update chat_summaries set through_seq = (select max(seq) from messages where tenant_id = ${tenantId} and chat_id = ${chat})
       where tenant_id = ${tenantId} and chat_id = ${chat}`,
  );
  await completeRun(admin, [{ text: "ok" }], { chatId: chat, text: `What did I ask in ${chat}?` });
  const next = requestsOf(chat)
    .filter((request) => !isSummary(request))
    .at(-1);
  expect(next?.messages).toHaveLength(2);
  expect(JSON.stringify(next?.messages.at(-1))).toContain("The admin: What did I ask");
});

import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { connections } from "#db/client.ts";
import type { TenantDb } from "#db/tenant.ts";
import { sendMessage } from "#lib/chats/send-message.ts";
import { newId, type RunId } from "#lib/ids.ts";
import { cancelRun } from "#lib/runs/cancel-run.ts";
import { claimRun } from "#lib/runs/claim-run.ts";
import { findUndrivenRuns } from "#lib/runs/find-undriven-runs.ts";
import { getRun } from "#lib/runs/get-run.ts";
import { answerOver } from "#lib/testing/answer-over.ts";
import { claimAbandoned } from "#lib/testing/claim-abandoned.ts";
import { type ModelServer, startModelServer } from "#lib/testing/model-server/index.ts";
import { completeRun, insertChat, type Script, startRun } from "#lib/testing/run-scene.ts";
import { createScene, type Scene } from "#lib/testing/scene.ts";
import { useModelServer } from "#lib/testing/use-model-server.ts";
import { runAgent } from "./run-agent.ts";

let model: ModelServer;
let scene: Scene;

beforeAll(async () => {
  model = await startModelServer();
  useModelServer(model);
  scene = await createScene();
});
afterAll(() => model.close());

const write = (path: string, content: string) => ({ tool: "file_system", args: { action: "write", path, content } });
const read = (path: string) => ({ tool: "file_system", args: { action: "read", path } });
const list = { tool: "file_system", args: { action: "list", path: "." } };

/** What the model was sent in its last request of a chat that says `marker`. */
function lastRequest(marker: string) {
  return model.requests(marker).at(-1)?.body as {
    messages: { role: string; content: unknown; tool_calls?: { id: string }[]; tool_call_id?: string }[];
    tools?: unknown[];
  };
}

describe("the loop", () => {
  it("composes, asks, acts and goes on until the model has said its last word", async () => {
    const run = await completeRun(scene.ours.member, [
      { calls: [write("notes.txt", "hello")], usage: { input: 4, output: 1 } },
      { calls: [read("notes.txt")], usage: { input: 6, output: 1 } },
      { text: "It says hello.", usage: { input: 8, output: 1 } },
    ]);
    expect(run).toMatchObject({ status: "succeeded", stopReason: "final_message", iterations: 2, usage: { totalTokens: 21 } });
    expect(run.toolCalls.map((call) => [call.tool, call.status, call.ruleId])).toEqual([
      ["file_system", "succeeded", "file-writes-allow"],
      ["file_system", "succeeded", "reads-allow"],
    ]);
    expect(run.toolCalls[1]?.outcome).toMatchObject({ ok: true, executed: true, errorCode: null });
  });

  it("stops after ten rounds with words, and never lets a repeated call pass unnoticed", async () => {
    const script: Script = Array.from({ length: 12 }, () => ({ calls: [list] }));
    const run = await completeRun(scene.ours.member, script, { text: "round-marker" });
    expect(run).toMatchObject({ stopReason: "max_iterations", iterations: 10 });
    expect(run.toolCalls.map((call) => call.status)).toEqual([...Array.from({ length: 10 }, () => "succeeded"), "refused"]);
    expect(run.toolCalls.at(-1)).toMatchObject({ kind: "quota_exceeded", outcome: { executed: false } });
    const seen = JSON.stringify(lastRequest("round-marker").messages);
    expect(seen).toContain("This is call 5 of the same tool");
    const [message] = await scene.ours.member.ctx.db.sql(
      (sql) => sql`select parts from messages where tenant_id = ${scene.ours.id} and run_id = ${run.id}`,
    );
    expect(JSON.stringify(message?.parts)).toContain("I stopped after 10 rounds");
  });

  it("lets the model say what came of ten rounds", async () => {
    const script: Script = [...Array.from({ length: 10 }, () => ({ calls: [list] })), { text: "That is all." }];
    expect(await completeRun(scene.ours.member, script)).toMatchObject({
      status: "succeeded",
      stopReason: "final_message",
      iterations: 10,
    });
  });

  it("sends the system text first, without the names of tools, and the tools apart", async () => {
    await completeRun(scene.ours.member, [{ text: "ok" }], { text: "order-marker" });
    const { messages, tools } = lastRequest("order-marker");
    expect(messages.map((message) => message.role)).toEqual(["system", "user"]);
    expect(JSON.stringify(messages[0])).not.toMatch(/file_system|web_fetch|"?shell"?\b.*tool|scheduler/);
    expect(tools?.length).toBeGreaterThan(2);
    expect(JSON.stringify(tools)).not.toMatch(/\/lib\/|execute|function run/);
  });

  it("gives every call exactly one result with its own id, in the order asked, whatever the model calls them", async () => {
    const run = await completeRun(
      scene.ours.member,
      [
        {
          calls: [
            { ...write("a.txt", "1"), id: "c1" },
            { ...read("a.txt"), id: "c1" },
            { ...read("nope.txt"), id: "" },
            { tool: "nope", args: {} },
          ],
        },
        { text: "done" },
      ],
      { text: "pairs-marker" },
    );
    expect(run.toolCalls.map((call) => [call.status, call.kind])).toEqual([
      ["succeeded", null],
      ["succeeded", null],
      ["failed", null],
      ["refused", "invalid_call"],
    ]);
    expect(new Set(run.toolCalls.map((call) => call.toolCallId)).size).toBe(4);
    const { messages } = lastRequest("pairs-marker");
    const asked = messages.flatMap((message) => message.tool_calls ?? []).map((call) => call.id);
    const answered = messages.filter((message) => message.role === "tool").map((message) => message.tool_call_id);
    expect(answered).toEqual(asked);
    expect(JSON.stringify(messages)).toContain("REFUSED [invalid_call]: There is no tool named");
    expect(JSON.stringify(messages)).toContain("ERROR [not_found]");
  });

  it.each([
    ["cut", '{"action":"read","path":"a'],
    ["array", '["ls"]'],
    ["null", "null"],
    ["number", "42"],
    ["empty", ""],
    ["a string with JSON in it", '"{\\"action\\":\\"list\\",\\"path\\":\\".\\"}"'],
    ["a key twice", '{"action":"list","path":".","path":"x"}'],
    ["deep", `{"path":${"[".repeat(5_000)}${"]".repeat(5_000)}}`],
    ["an unknown key", '{"action":"list","path":".","tenantId":"x"}'],
  ])("refuses unreadable arguments (%s), executes nothing, and goes on", async (_, raw) => {
    const run = await completeRun(scene.ours.member, [{ calls: [{ tool: "file_system", raw }] }, { text: "I see." }]);
    expect(run).toMatchObject({
      status: "succeeded",
      toolCalls: [{ status: "refused", kind: "invalid_call", outcome: { executed: false, errorCode: "invalid_arguments" } }],
    });
  });

  it("refuses every call of a step that was cut at the output limit", async () => {
    const run = await completeRun(scene.ours.member, [{ calls: [write("cut.txt", "x")], finish: "length" }, { text: "Again." }]);
    expect(run).toMatchObject({ status: "succeeded", toolCalls: [{ status: "refused", kind: "invalid_call" }] });
  });

  it("keeps what was said when the model's answer breaks off, and says why", async () => {
    const run = await completeRun(scene.ours.member, [{ text: "Partly said", error: { code: "server_error", after: 1 } }]);
    expect(run).toMatchObject({ status: "failed", stopReason: "model_error" });
    expect(run.error).toMatch(/model/i);
    const [message] = await scene.ours.member.ctx.db.sql(
      (sql) => sql`select parts from messages where tenant_id = ${scene.ours.id} and run_id = ${run.id}`,
    );
    expect(JSON.stringify(message?.parts)).toContain("Partly");
  });

  it("answers a whole batch that is over the quota, and runs none of it", async () => {
    const run = await completeRun(scene.ours.member, [
      { calls: Array.from({ length: 101 }, (_, index) => write(`q${index}.txt`, "x")) },
      { text: "never" },
    ]);
    expect(run).toMatchObject({ stopReason: "max_tool_calls" });
    expect(run.toolCalls).toHaveLength(101);
    expect(run.toolCalls.every((call) => call.status === "refused" && call.kind === "quota_exceeded")).toBe(true);
  });
});

describe("a chat", () => {
  it("remembers calls and results in the next turn", async () => {
    const { member } = scene.ours;
    const chatId = await insertChat(member);
    await completeRun(member, [{ calls: [write("memory.txt", "blue")] }, { calls: [read("memory.txt")] }, { text: "Blue." }], { chatId });
    await completeRun(member, [{ text: "ok" }], { chatId, text: "memory-marker" });
    const { messages } = lastRequest("memory-marker");
    expect(messages.map((message) => message.role)).toEqual([
      "system",
      "user",
      "assistant",
      "tool",
      "assistant",
      "tool",
      "assistant",
      "user",
    ]);
    expect(JSON.stringify(messages)).toContain("blue");
  });

  it("remembers what was said before a long file was written, and the beginning of the file", async () => {
    const { member } = scene.ours;
    const chatId = await insertChat(member);
    await completeRun(member, [{ text: "Hello." }], { chatId, text: "said-first" });
    const { id } = await completeRun(member, [{ calls: [write("long.txt", "short")] }, { text: "Written." }], { chatId });
    // A script of that length would make the message that holds it as long.
    await member.ctx.db.sql(
      (sql) => sql`
        update run_steps set message = jsonb_set(message, '{content,0,input,content}', to_jsonb('begins ' || repeat('x', 300000)))
         where run_id = ${id} and step = 0`,
    );
    await completeRun(member, [{ text: "ok" }], { chatId, text: "asked-after" });
    const { messages } = lastRequest("asked-after");
    expect(messages.map((message) => message.role)).toEqual([
      "system",
      "user",
      "assistant",
      "user",
      "assistant",
      "tool",
      "assistant",
      "user",
    ]);
    const sent = JSON.stringify(messages);
    expect(sent).toContain("said-first");
    expect(sent).toMatch(/long\.txt.*begins x+.{1,9}\[shortened: it has 298007 more characters\]/);
  });

  it("tells the model who speaks once several people do", async () => {
    const { member, admin } = scene.ours;
    const chatId = await insertChat(member);
    await completeRun(member, [{ text: "Hi." }], { chatId, text: "first" });
    await completeRun(admin, [{ text: "Hi." }], { chatId, text: "authors-marker" });
    const { messages } = lastRequest("authors-marker");
    expect(JSON.stringify(messages.at(-1))).toContain("The admin: authors-marker");
  });

  it("has the demo understand each of several people", async () => {
    const chatId = await insertChat(scene.ours.member);
    const called = [];
    answerOver("demo", model);
    for (const { ctx } of [scene.ours.member, scene.ours.admin, scene.ours.member]) {
      const { runId, claimed } = await sendMessage(ctx, { chatId, text: "List the files", clientMessageId: newId<string>() });
      if (claimed) await runAgent(claimed);
      called.push((await getRun(ctx, { runId })).toolCalls.map(({ tool }) => tool));
    }
    useModelServer(model);
    expect(called).toEqual([["file_system"], ["file_system"], ["file_system"]]);
  });

  it("takes one message at a time, the same one once, and queues on request", async () => {
    const { member } = scene.ours;
    const { chatId, runId, driven } = await startRun(member, [{ text: 20, rate: 50 }]);
    const more = { chatId, text: "queued-marker", clientMessageId: newId<string>() };
    await expect(sendMessage(member.ctx, more)).rejects.toMatchObject({ code: "run_in_progress" });
    const queued = await sendMessage(member.ctx, { ...more, queue: true });
    expect((await sendMessage(member.ctx, { ...more, queue: true })).runId).toBe(queued.runId);
    await driven;
    expect(await getRun(member.ctx, { runId })).toMatchObject({ status: "succeeded" });
    expect(await getRun(member.ctx, { runId: queued.runId })).toMatchObject({ status: "succeeded" });
    // It was sent before the first answer was there, and is answered in the knowledge of it.
    expect(lastRequest("queued-marker").messages.map((message) => message.role)).toEqual(["system", "user", "assistant", "user"]);
  });

  it("takes nobody's message for somebody else's that a client gave the same id", async () => {
    const { member, admin } = scene.ours;
    const chatId = await insertChat(member);
    const message = { chatId, text: "mine", clientMessageId: "1" };
    const { runId, claimed } = await sendMessage(member.ctx, message);
    if (claimed) await runAgent(claimed);
    await expect(sendMessage(admin.ctx, { ...message, text: "theirs" })).rejects.toMatchObject({ code: "conflict" });
    await expect(sendMessage(admin.ctx, { ...message, text: "theirs", queue: true })).rejects.toMatchObject({ code: "conflict" });
    expect(await sendMessage(member.ctx, message)).toEqual({ runId, claimed: null });
  });

  describe("whose run ends while another transaction changes its line", () => {
    /** The member, whose transactions wait with their commit until they may; and when they are so far. */
    function held() {
      const { member } = scene.ours;
      const [done, may] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const hold = async <T>(result: Promise<T>): Promise<T> => {
        const value = await result;
        done.resolve();
        await may.promise;
        return value;
      };
      const db: TenantDb = {
        ...member.ctx.db,
        sql: (work) => member.ctx.db.sql((sql) => hold(work(sql))),
        hot: (work) => member.ctx.db.hot((sql, last) => hold(work(sql, last))),
      };
      return { ctx: { ...member.ctx, db }, isDone: done.promise, commit: may.resolve };
    }

    /** When a transaction waits for what another one holds; or, where none does, when the run has ended. */
    async function untilBlocked(driven: Promise<unknown>): Promise<void> {
      const blocked = () =>
        connections().raw`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      const isBlocked = vi.waitFor(async () => expect(await blocked()).not.toEqual([]), { timeout: 10_000, interval: 20 });
      await Promise.race([driven, isBlocked.catch(() => undefined)]);
    }

    it("answers a message that is being put into it", async () => {
      const { chatId, driven } = await startRun(scene.ours.member, [{ text: 50, rate: 50 }]);
      const { ctx, isDone, commit } = held();
      const queued = sendMessage(ctx, { chatId, text: "put in", clientMessageId: newId<string>(), queue: true });
      await isDone;
      await untilBlocked(driven);
      commit();
      const { runId } = await queued;
      await driven;
      expect(await getRun(ctx, { runId })).toMatchObject({ status: "succeeded" });
    });

    it("is free when what was next is being taken out of it", async () => {
      const { member } = scene.ours;
      const { chatId, driven } = await startRun(member, [{ text: 50, rate: 50 }]);
      const next = await sendMessage(member.ctx, { chatId, text: "taken out", clientMessageId: newId<string>(), queue: true });
      const { ctx, isDone, commit } = held();
      const cancelled = cancelRun(ctx, { runId: next.runId });
      await isDone;
      await untilBlocked(driven);
      commit();
      await Promise.all([cancelled, driven]);
      expect(await completeRun(member, [{ text: "ok" }], { chatId })).toMatchObject({ status: "succeeded" });
    });
  });

  it("answers a sender at once while the run's driver writes to the chat: neither waits for the other", async () => {
    const { member } = scene.ours;
    const { chatId, driven } = await startRun(member, [{ text: 20, rate: 50 }]);
    const [begun, written] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    // As every row does that refers to the chat.
    const writing = member.ctx.db.sql(async (sql) => {
      await sql`select 1 from chats where id = ${chatId} for key share`;
      begun.resolve();
      await written.promise;
    });
    await begun.promise;
    const sent = sendMessage(member.ctx, { chatId, text: "busy", clientMessageId: newId<string>() }).catch((error: unknown) => error);
    expect(await Promise.race([sent, sleep(2_000, "it waits")])).toMatchObject({ code: "run_in_progress" });
    written.resolve();
    await Promise.all([writing, driven]);
  });

  it("does not exist for another organization, nor for colleagues when private", async () => {
    const chatId = await insertChat(scene.ours.member);
    const message = { chatId, text: "hi", clientMessageId: newId<string>() };
    await expect(sendMessage(scene.theirs.owner.ctx, message)).rejects.toMatchObject({ code: "not_found" });
    await scene.ours.member.ctx.db.sql(
      (sql) => sql`update chats set visibility = 'private' where tenant_id = ${scene.ours.id} and id = ${chatId}`,
    );
    await expect(sendMessage(scene.ours.admin.ctx, message)).rejects.toMatchObject({ code: "not_found" });
    await expect(sendMessage(scene.ours.auditor.ctx, message)).rejects.toMatchObject({ code: "forbidden" });
  });
});

describe("a run whose driver is gone", () => {
  it("is claimed by one of many, once its lease ran out", async () => {
    const { member } = scene.ours;
    const chatId = await insertChat(member);
    const { runId } = await sendMessage(member.ctx, {
      chatId,
      text: `x\n#script ${JSON.stringify([{ text: "here" }])}`,
      clientMessageId: newId(),
    });
    const early = await Promise.all(Array.from({ length: 5 }, () => claimRun(member.ctx.tenantId, runId)));
    expect(early.every((claim) => claim === null)).toBe(true);
    await expireLease(runId);
    const claims = (await Promise.all(Array.from({ length: 20 }, () => claimRun(member.ctx.tenantId, runId)))).filter(
      (claim) => claim !== null,
    );
    expect(claims).toHaveLength(1);
    const [claimed] = claims;
    if (claimed) await runAgent(claimed);
    expect(await getRun(member.ctx, { runId })).toMatchObject({ status: "succeeded" });
  });

  it("is found also when a message behind it was asked for in a transaction that had begun before its own", async () => {
    const { member } = scene.ours;
    const { chatId, runId, driven } = await startRun(member, [{ text: 20, rate: 50 }]);
    const behind = await sendMessage(member.ctx, { chatId, text: "behind", clientMessageId: newId<string>(), queue: true });
    // As `releaseRun` leaves it.
    await member.ctx.db.sql(
      (sql) => sql`
        update runs set status = 'queued', lease_owner = null, lease_until = null, created_at = now() - interval '1 minute' where id = ${runId}`,
    );
    await driven;
    await member.ctx.db.sql((sql) => sql`update runs set created_at = now() - interval '2 minutes' where id = ${behind.runId}`);
    const found = (await findUndrivenRuns({ withParked: false })).filter((run) => [runId, behind.runId].includes(run.runId));
    expect(found.map((run) => run.runId)).toEqual([runId]);
    const claimed = await claimRun(member.ctx.tenantId, runId);
    if (claimed) await runAgent(claimed);
    expect(await getRun(member.ctx, { runId: behind.runId })).toMatchObject({ status: "succeeded" });
  });

  it("goes on after the stored steps, repeats no effect, and calls what may have happened unknown", async () => {
    const { member } = scene.ours;
    const { runId, driven } = await startRun(member, [{ calls: [write("once.txt", "1")] }, { text: 60, rate: 40 }]);
    await until(async () => (await chunkTypes(runId)).includes("text-delta"));
    // As a kill -9 in the middle of the call would leave it; and then another takes over while this one still streams.
    await member.ctx.db.sql(
      (sql) => sql`
        update tool_calls set status = 'executing', ended_at = null, model_text = null where tenant_id = ${scene.ours.id} and run_id = ${runId}`,
    );
    await Promise.all([driven, runAgent(await claimAbandoned(member, runId))]);
    const run = await getRun(member.ctx, { runId });
    expect(run).toMatchObject({ status: "succeeded", toolCalls: [{ status: "unknown", outcome: { executed: true, ok: false } }] });
    const types = await chunkTypes(runId);
    expect(types.filter((type) => type === "finish")).toHaveLength(1);
    expect(types).toContain("reset-step");
  });

  async function chunkTypes(runId: RunId): Promise<string[]> {
    const { db } = scene.ours.member.ctx;
    const rows = await db.sql(
      (sql) => sql<{ chunks: { type: string }[] }[]>`
        select chunks from run_events where tenant_id = ${scene.ours.id} and run_id = ${runId} order by seq`,
    );
    return rows.flatMap((row) => row.chunks.map((chunk) => chunk.type));
  }

  async function expireLease(runId: RunId): Promise<void> {
    await scene.ours.member.ctx.db.sql(
      (sql) => sql`update runs set lease_until = now() - interval '1 second' where tenant_id = ${scene.ours.id} and id = ${runId}`,
    );
  }
});

async function until(holds: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 5_000;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error("It never came true.");
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { POST as decisionRoute } from "#app/api/approvals/[id]/decision/route.ts";
import { getApproval } from "#lib/approvals/get-approval.ts";
import { deleteChat, restoreChat } from "#lib/chats/delete-chat.ts";
import { getChat } from "#lib/chats/get-chat.ts";
import { sendMessage } from "#lib/chats/send-message.ts";
import { followRun } from "#lib/events/follow-run.ts";
import { hub } from "#lib/events/hub.ts";
import type { Notice } from "#lib/events/notify.ts";
import { newId, type RunId } from "#lib/ids.ts";
import { putPolicy } from "#lib/policies/put-policy.ts";
import { cancelRun } from "#lib/runs/cancel-run.ts";
import { getRun } from "#lib/runs/get-run.ts";
import { decide, executionsOf, parkCommand } from "#lib/testing/approval-scene.ts";
import { callRoute } from "#lib/testing/call-route.ts";
import { claimAbandoned } from "#lib/testing/claim-abandoned.ts";
import { driveGranted } from "#lib/testing/drive-granted.ts";
import { type ModelServer, startModelServer } from "#lib/testing/model-server/index.ts";
import { completeRun, insertChat, startRun } from "#lib/testing/run-scene.ts";
import { createSceneOrganization, type SceneOrganization } from "#lib/testing/scene.ts";
import { useModelServer } from "#lib/testing/use-model-server.ts";
import { runAgent } from "./run-agent.ts";

let model: ModelServer;
let organization: SceneOrganization;

beforeAll(async () => {
  model = await startModelServer();
  useModelServer(model);
  organization = await createSceneOrganization();
});
afterAll(() => model.close());

const sql = <T extends object = Record<string, unknown>>(...args: Parameters<SceneOrganization["owner"]["ctx"]["db"]["sql"]>) =>
  organization.owner.ctx.db.sql(...args) as Promise<T[]>;

async function chunkTypes(runId: RunId): Promise<string[]> {
  const rows = await sql<{ chunks: { type: string }[] }>((sql) => sql`select chunks from run_events where run_id = ${runId} order by seq`);
  return rows.flatMap((row) => row.chunks.map((chunk) => chunk.type));
}

/** Answers that the model is still giving. */
async function answersUnderWay(): Promise<number> {
  const response = await fetch(`${model.ollamaUrl}/_stats`);
  return ((await response.json()) as { active: number }).active;
}

/** Processes of this machine with that text among their arguments. */
function processesWith(text: string): string[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(text);
      } catch {
        return false;
      }
    });
}

describe("Stop", () => {
  it("ends an answer that streams, twenty times: the text until then is kept, once, with what was done before it and what it cost", async () => {
    const stopMs: number[] = [];
    for (let index = 0; index < 20; index += 1) {
      const path = `step-${index}.txt`;
      const { runId, chatId, driven } = await startRun(organization.member, [
        { calls: [{ tool: "file_system", args: { action: "write", path, content: "kept" } }], usage: { input: 10, output: 5 } },
        { text: 600, rate: 100 },
      ]);
      await vi.waitFor(async () => expect(await chunkTypes(runId)).toContain("text-delta"), { timeout: 10_000, interval: 5 });
      const stoppedAt = performance.now();
      await cancelRun(organization.member.ctx, { runId });
      await driven;
      stopMs.push(performance.now() - stoppedAt);
      expect(await answersUnderWay()).toBe(0);

      const run = await getRun(organization.member.ctx, { runId });
      expect(run).toMatchObject({ status: "cancelled", stopReason: "cancelled", toolCalls: [{ status: "succeeded" }] });
      const types = await chunkTypes(runId);
      expect([types.filter((type) => type === "abort").length, types.filter((type) => type === "finish").length]).toEqual([1, 0]);
      const messages = await sql<{ parts: { type: string; text?: string }[] }>(
        (sql) => sql`select parts from messages where chat_id = ${chatId} and role = 'assistant'`,
      );
      const steps = await sql<{ text: string; usage: { totalTokens: number } }>(
        (sql) => sql`select message->'content'->0->>'text' as text, usage from run_steps where run_id = ${runId} order by step`,
      );
      expect([messages.length, steps.length]).toEqual([1, 2]);
      const [said, ...more] = messages.flatMap(({ parts }) => parts.filter((part) => part.type === "text"));
      expect(more).toEqual([]);
      expect(said?.text).toBe(steps[1]?.text);
      expect(said?.text?.length).toBeGreaterThan(0);
      expect(run.usage.totalTokens).toBe(15 + (steps[1]?.usage.totalTokens ?? Number.NaN));
    }
    stopMs.sort((left, right) => left - right);
    expect(stopMs[18]).toBeLessThan(500);
  }, 120_000);

  it("is part of the conversation: the next turn knows what was said and done", async () => {
    const chatId = await insertChat(organization.member);
    const { runId, driven } = await startRun(organization.member, [{ text: 600, rate: 100 }], { chatId });
    await vi.waitFor(async () => expect(await chunkTypes(runId)).toContain("text-delta"), { timeout: 10_000, interval: 5 });
    await cancelRun(organization.member.ctx, { runId });
    await driven;
    expect(await completeRun(organization.member, [{ text: "ok" }], { chatId, text: "stop-marker" })).toMatchObject({
      status: "succeeded",
    });
    const messages = model.requests("stop-marker").at(-1)?.body.messages as { role: string }[];
    expect(messages.map((message) => message.role)).toEqual(["system", "user", "assistant", "user"]);
  });

  it("ends a command and everything that it started, and the call says that it ran", async () => {
    const open = await createSceneOrganization();
    await putPolicy(open.owner.ctx, { preset: "open" });
    const mark = `77${Math.floor(Math.random() * 1e7)}`;
    const command = `sleep ${mark} & sleep ${mark}`;
    const { runId, driven } = await startRun(open.member, [{ calls: [{ tool: "shell", args: { command } }] }, { text: "never" }]);
    await vi.waitFor(() => expect(processesWith(`sleep\0${mark}`).length).toBe(2), { timeout: 15_000, interval: 20 });
    await cancelRun(open.member.ctx, { runId });
    await driven;
    expect(processesWith(mark)).toEqual([]);
    expect(await getRun(open.member.ctx, { runId })).toMatchObject({
      status: "cancelled",
      iterations: 1,
      toolCalls: [{ status: "cancelled", kind: null, outcome: { ok: false, executed: true, errorCode: "cancelled" } }],
    });
  });

  it("closes what waits for people: the request is cancelled, a late yes is a conflict, and nothing runs", async () => {
    const { member, approver, id } = organization;
    const { approval, run, mark } = await parkCommand(member);
    await cancelRun(member.ctx, { runId: run.id });
    const late = await callRoute(decisionRoute, {
      method: "POST",
      params: { id: approval.id },
      body: { decision: "approve", inputDigest: approval.inputDigest },
      apiKey: approver.apiKey,
    });
    expect(late).toMatchObject({ status: 409, body: { code: "already_decided", approval: { status: "cancelled" } } });
    await driveGranted(member, run.id);
    expect(await getRun(member.ctx, { runId: run.id })).toMatchObject({
      status: "cancelled",
      stopReason: "cancelled",
      toolCalls: [{ status: "cancelled", kind: "run_cancelled", outcome: { executed: false } }],
    });
    expect(await executionsOf(id, mark)).toBe(0);
  });

  it("also counts between the yes and the start", async () => {
    const { member, approver, id } = organization;
    const { approval, run, mark } = await parkCommand(member);
    await callRoute(decisionRoute, {
      method: "POST",
      params: { id: approval.id },
      body: { decision: "approve", inputDigest: approval.inputDigest },
      apiKey: approver.apiKey,
    });
    await cancelRun(member.ctx, { runId: run.id });
    await driveGranted(member, run.id);
    expect(await getRun(member.ctx, { runId: run.id })).toMatchObject({
      status: "cancelled",
      toolCalls: [{ status: "cancelled", kind: "run_cancelled" }],
    });
    expect(await executionsOf(id, mark)).toBe(0);
  });

  it("drops a message that still waits its turn, and those before and behind it are answered", async () => {
    const { member } = organization;
    const { chatId, runId, driven } = await startRun(member, [{ text: 20, rate: 60 }]);
    const send = (text: string) => sendMessage(member.ctx, { chatId, text, clientMessageId: newId(), queue: true });
    const [dropped, behind] = [await send("dropped-marker"), await send("behind-marker")];
    expect(await cancelRun(member.ctx, { runId: dropped.runId })).toMatchObject({ status: "queued" });
    await driven;
    const statuses = await Promise.all(
      [runId, dropped.runId, behind.runId].map(async (id) => (await getRun(member.ctx, { runId: id })).status),
    );
    expect(statuses).toEqual(["succeeded", "cancelled", "succeeded"]);
    expect(await getRun(member.ctx, { runId: dropped.runId })).toMatchObject({ stopReason: "cancelled", iterations: 0, startedAt: null });
    expect(model.requests("dropped-marker").filter(({ body }) => !JSON.stringify(body).includes("behind-marker"))).toEqual([]);
  });

  it("of a message that waits its turn ends the streams of those who wait for its answer, and tells whoever looks at the chat", async () => {
    const { member } = organization;
    const { chatId, runId, driven } = await startRun(member, [{ text: 600, rate: 60 }]);
    let told = 0;
    const listen = (notice: Notice) => {
      if (notice.type === "chat-changed" && notice.chatId === chatId) told += 1;
    };
    await hub().listen();
    hub().on("notice", listen);
    // The notice of the first message, when it has not come by now, comes before those of what is done next.
    await vi.waitFor(async () => expect(await chunkTypes(runId)).toContain("text-delta"), { timeout: 10_000, interval: 5 });
    const toldBy = async (act: () => Promise<unknown>) => {
      const before = told;
      await act();
      await vi.waitFor(() => expect(told).toBeGreaterThan(before), { timeout: 5_000, interval: 5 });
    };
    const message = { chatId, text: "And then?", clientMessageId: newId<string>(), queue: true };
    await toldBy(() => sendMessage(member.ctx, message));
    const { runId: waiting } = await sendMessage(member.ctx, message);
    const ended = new Promise((resolve) => followRun(member.ctx.db, waiting, 0, { events: () => undefined, end: () => resolve("ended") }));
    await toldBy(() => cancelRun(member.ctx, { runId: waiting }));
    expect(await Promise.race([ended, sleep(5_000, "goes on")])).toBe("ended");
    hub().off("notice", listen);
    expect(await getRun(member.ctx, { runId })).toMatchObject({ status: "running" });
    await cancelRun(member.ctx, { runId });
    await driven;
  });

  it("of a run that its driver let go on shutdown keeps what was done, and closes the call that was next", async () => {
    const { member } = organization;
    const calls = ["a", "b"].map((path) => ({ tool: "file_system", args: { action: "list", path } }));
    const { chatId, runId, driven } = await startRun(member, [
      { text: "I look.", calls },
      { text: 600, rate: 60 },
    ]);
    const deltas = async () => (await chunkTypes(runId)).filter((type) => type === "text-delta").length;
    await vi.waitFor(async () => expect(await deltas()).toBeGreaterThan(1), { timeout: 10_000, interval: 5 });
    // As `releaseRun` leaves it, here with a call in between.
    await sql(
      (sql) => sql`
        with released as (update runs set status = 'queued', lease_owner = null, lease_until = null where id = ${runId})
        update tool_calls set status = 'proposed', ended_at = null, model_text = null where run_id = ${runId} and position = 1`,
    );
    await driven;
    await cancelRun(member.ctx, { runId });
    await driveGranted(member, runId);
    expect(await getRun(member.ctx, { runId })).toMatchObject({
      status: "cancelled",
      toolCalls: [{ status: "failed" }, { status: "cancelled", kind: "run_cancelled" }],
    });
    const { activeRunId, messages } = await getChat(member.ctx, { chatId });
    expect([activeRunId, messages.at(-1)?.role, JSON.stringify(messages.at(-1)?.parts)]).toEqual([
      null,
      "assistant",
      expect.stringContaining("I look."),
    ]);
  });

  it("is heard by the next driver when the one that had the run is gone: the model is not even asked", async () => {
    const { member } = organization;
    const chatId = await insertChat(member);
    const { runId, claimed } = await sendMessage(member.ctx, { chatId, text: "gone-marker", clientMessageId: newId() });
    await claimed?.begun;
    await cancelRun(member.ctx, { runId });
    await runAgent(await claimAbandoned(member, runId));
    expect(await getRun(member.ctx, { runId })).toMatchObject({ status: "cancelled", stopReason: "cancelled", usage: { totalTokens: 0 } });
    expect(model.requests("gone-marker")).toEqual([]);
  });

  it("keeps what people had read of an answer whose driver was gone in the middle of it", async () => {
    const { member } = organization;
    const { chatId, runId, driven } = await startRun(member, [{ text: 600, rate: 60 }], { text: "half-marker" });
    await vi.waitFor(async () => expect((await chunkTypes(runId)).filter((type) => type === "text-delta").length).toBeGreaterThan(2), {
      timeout: 10_000,
      interval: 5,
    });
    await sql((sql) => sql`update runs set epoch = epoch + 1, lease_owner = 'another' where id = ${runId}`);
    await driven;
    await cancelRun(member.ctx, { runId });
    await runAgent(await claimAbandoned(member, runId));
    const run = await getRun(member.ctx, { runId });
    expect(run).toMatchObject({ status: "cancelled", stopReason: "cancelled", usage: { estimated: true } });
    expect(run.usage.outputTokens).toBeGreaterThan(0);
    const { messages } = await getChat(member.ctx, { chatId });
    const [text] = messages.at(-1)?.parts.filter((part) => part.type === "text") ?? [];
    expect(text).toMatchObject({ state: "done", text: expect.stringMatching(/\w/) });
    await completeRun(member, [{ text: "ok" }], { chatId, text: "next-marker" });
    expect(JSON.stringify(model.requests("next-marker").at(-1)?.body)).toContain(JSON.stringify(text?.text).slice(1, -1));
  });

  it("changes nothing of a run that has ended, says in no record that it was stopped, and is nobody's business elsewhere", async () => {
    const run = await completeRun(organization.member, [{ text: "Done." }]);
    expect(await cancelRun(organization.member.ctx, { runId: run.id })).toEqual({ runId: run.id, status: "succeeded" });
    expect(await getRun(organization.member.ctx, { runId: run.id })).toEqual(run);
    expect(await sql((sql) => sql`select 1 from audit_entries where action = 'run-stop' and subject = ${`run:${run.id}`}`)).toEqual([]);
    const other = await createSceneOrganization();
    await expect(cancelRun(other.owner.ctx, { runId: run.id })).rejects.toMatchObject({ code: "not_found" });
    await expect(cancelRun(organization.auditor.ctx, { runId: run.id })).rejects.toMatchObject({ code: "forbidden" });
  });
});

describe("Deleting a chat", () => {
  it("closes what waits for people in it: a late yes is a conflict, nothing runs, and undo brings back what was said", async () => {
    const { member, approver, id: tenantId } = organization;
    const { run, chatId, approval, mark } = await parkCommand(member, { step: { text: "I will mark it." } });
    await deleteChat(member.ctx, { chatId });
    expect(await getApproval(approver.ctx, { approvalId: approval.id })).toMatchObject({ status: "cancelled", decisions: [] });
    await expect(decide(approver, approval, "approve")).rejects.toMatchObject({
      code: "already_decided",
      message: expect.stringMatching(/run was stopped/),
    });
    await driveGranted(member, run.id);
    expect(await getRun(member.ctx, { runId: run.id })).toMatchObject({ status: "cancelled", toolCalls: [{ status: "cancelled" }] });
    expect(await executionsOf(tenantId, mark)).toBe(0);
    await restoreChat(member.ctx, { chatId });
    const { activeRunId, messages } = await getChat(member.ctx, { chatId });
    expect(activeRunId).toBeNull();
    expect(messages.at(-1)).toMatchObject({ role: "assistant", metadata: { stopReason: "cancelled" } });
    expect(JSON.stringify(messages)).toContain("I will mark it.");
  });

  it("stops the answer that is under way and the messages in line behind it, and keeps what was said until then", async () => {
    const { member } = organization;
    const { runId, chatId, driven } = await startRun(member, [{ text: 600, rate: 100 }]);
    const inLine = await sendMessage(member.ctx, { chatId, text: "And then?", clientMessageId: newId(), queue: true });
    await vi.waitFor(async () => expect(await chunkTypes(runId)).toContain("text-delta"), { timeout: 10_000, interval: 5 });
    await deleteChat(member.ctx, { chatId });
    await driven;
    expect(await answersUnderWay()).toBe(0);
    for (const id of [runId, inLine.runId]) expect(await getRun(member.ctx, { runId: id })).toMatchObject({ status: "cancelled" });
    await restoreChat(member.ctx, { chatId });
    const { activeRunId, messages } = await getChat(member.ctx, { chatId });
    expect([activeRunId, messages.map(({ role }) => role)]).toEqual([null, ["user", "assistant", "user"]]);
    expect(await completeRun(member, [{ text: "ok" }], { chatId })).toMatchObject({ status: "succeeded" });
  });

  it("also stops a run that began in the same moment", async () => {
    const { member } = organization;
    for (let round = 0; round < 10; round += 1) {
      const chatId = await insertChat(member);
      const [sent] = await Promise.allSettled([
        startRun(member, [{ text: 600, rate: 100 }], { chatId }),
        deleteChat(member.ctx, { chatId }),
      ]);
      if (sent.status === "rejected") {
        expect(sent.reason).toMatchObject({ code: "not_found" });
        continue;
      }
      await sent.value.driven;
      expect(await getRun(member.ctx, { runId: sent.value.runId })).toMatchObject({ status: "cancelled" });
    }
  });

  it("stops nothing when the caller may not delete it", async () => {
    const { member, approver } = organization;
    const { chatId, approval } = await parkCommand(member);
    await expect(deleteChat(approver.ctx, { chatId })).rejects.toMatchObject({ code: "forbidden" });
    expect(await getApproval(approver.ctx, { approvalId: approval.id })).toMatchObject({ status: "pending" });
  });
});

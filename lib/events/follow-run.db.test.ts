import type { UIMessageChunk } from "ai";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runAgent } from "#lib/agent/run-agent.ts";
import { sendMessage } from "#lib/chats/send-message.ts";
import { newId, type RunId } from "#lib/ids.ts";
import { type ModelServer, startModelServer } from "#lib/testing/model-server/index.ts";
import { insertChat } from "#lib/testing/run-scene.ts";
import { createSceneOrganization, type SceneOrganization } from "#lib/testing/scene.ts";
import { useModelServer } from "#lib/testing/use-model-server.ts";
import { followRun } from "./follow-run.ts";

let model: ModelServer;
let ours: SceneOrganization;

beforeAll(async () => {
  model = await startModelServer();
  useModelServer(model);
  ours = await createSceneOrganization();
});
afterAll(() => model.close());

async function start(script: object[]) {
  const chatId = await insertChat(ours.member);
  const message = { chatId, text: `Go.\n#script ${JSON.stringify(script)}`, clientMessageId: newId<string>() };
  const { runId, claimed } = await sendMessage(ours.member.ctx, message);
  if (!claimed) throw new Error("not claimed");
  return { runId, claimed };
}

function read(runId: RunId, after = 0): Promise<{ seq: number; chunk: UIMessageChunk }[]> {
  return new Promise((resolve) => {
    const seen: { seq: number; chunk: UIMessageChunk }[] = [];
    followRun(ours.member.ctx.db, runId, after, {
      events: (events) => seen.push(...events.map(({ seq, chunk }) => ({ seq, chunk }))),
      end: () => resolve(seen),
    });
  });
}

/** All that a reader is sent, one event a line. */
function readText(runId: RunId): Promise<string> {
  return new Promise((resolve) => {
    const lines: string[] = [];
    followRun(ours.member.ctx.db, runId, 0, {
      events: (events) => lines.push(...events.map(({ seq, json }) => `${seq} ${json}`)),
      end: () => resolve(lines.join("\n")),
    });
  });
}

describe("following a run", () => {
  it("hears all of it from the first moment, before the message is even committed", async () => {
    const { runId, claimed } = await start([{ text: "Hello there." }]);
    const driven = runAgent(claimed);
    const events = await read(runId);
    await driven;
    const types = events.map(({ chunk }) => chunk.type);
    expect([types[0], types.at(-1)]).toEqual(["start", "finish"]);
  });

  it("hears the same from memory, from the log, and from any point of either", async () => {
    const { runId, claimed } = await start([
      { calls: [{ tool: "file_system", args: { action: "list", path: "." } }] },
      { text: 40, rate: 200 },
    ]);
    const driven = runAgent(claimed);
    const live = read(runId);
    const joined = new Promise<void>((resolve) => setTimeout(resolve, 60)).then(() => read(runId));
    await driven;
    const whole = await read(runId);
    expect(await live).toEqual(whole);
    expect(await joined).toEqual(whole);
    for (const { seq } of whole.slice(0, -1)) expect(await read(runId, seq)).toEqual(whole.filter((event) => event.seq > seq));
    expect(new Set(whole.map(({ seq }) => seq)).size).toBe(whole.length);
  });

  it("hears the same letter for letter, so that readers who compare what came find no difference", async () => {
    const args = { path: "notes.txt", content: "b a", action: "write" };
    const { runId, claimed } = await start([
      { reasoning: "Hm.", text: "First.", calls: [{ tool: "file_system", args }] },
      { text: "Done." },
    ]);
    const driven = runAgent(claimed);
    const live = readText(runId);
    await driven;
    const text = await live;
    expect(text).toContain(JSON.stringify({ type: "text-delta", id: "text-0", delta: "Done." }));
    expect(text).toContain('{"path":"notes.txt","content":"b a","action":"write"}');
    expect(await readText(runId)).toBe(text);
  });

  it("ends at once for a run that does not exist", async () => {
    expect(await read(newId<RunId>())).toEqual([]);
  });
});

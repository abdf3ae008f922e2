import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { forgetSingleton } from "#lib/singleton.ts";
import { type ModelServer, startModelServer } from "#lib/testing/model-server/index.ts";
import { completeRun } from "#lib/testing/run-scene.ts";
import { createScene, type Scene } from "#lib/testing/scene.ts";

let model: ModelServer;
let scene: Scene;

beforeAll(async () => {
  model = await startModelServer();
  process.env.MODEL = "openai-compatible:fake";
  process.env.OPENAI_BASE_URL = model.url;
  process.env.OPENAI_API_KEY = "any";
  forgetSingleton("current-model");
  scene = await createScene();
});
afterAll(() => model.close());

describe("the loop", () => {
  it("composes, asks, acts and goes on until the model has said its last word", async () => {
    const run = await completeRun(scene.ours.member, [
      { calls: [{ tool: "file_system", args: { action: "write", path: "notes.txt", content: "hello" } }], usage: { input: 4, output: 1 } },
      { calls: [{ tool: "file_system", args: { action: "read", path: "notes.txt" } }], usage: { input: 6, output: 1 } },
      { text: "It says hello.", usage: { input: 8, output: 1 } },
    ]);
    expect(run).toMatchObject({ status: "succeeded", stopReason: "final_message", iterations: 2, usage: { totalTokens: 21 } });
    expect(run.toolCalls.map((call) => [call.tool, call.status, call.ruleId])).toEqual([
      ["file_system", "succeeded", "file-writes-allow"],
      ["file_system", "succeeded", "reads-allow"],
    ]);
    expect(run.toolCalls[1]?.outcome).toMatchObject({ ok: true, executed: true, errorCode: null });
  });
});

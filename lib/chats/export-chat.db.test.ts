import { afterAll, beforeAll, expect, it } from "vitest";
import { forgetSingleton } from "#lib/singleton.ts";
import { agentChat } from "#lib/testing/agent-scene.ts";
import { type ModelServer, startModelServer } from "#lib/testing/model-server/index.ts";
import { completeRun } from "#lib/testing/run-scene.ts";
import { createScene, type Scene } from "#lib/testing/scene.ts";
import { chatMarkdown } from "./chat-markdown.ts";
import { exportChat } from "./export-chat.ts";

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

it("writes down who said what, each call with its rule, and lets nothing break out of its fence", async () => {
  const content = "# not a heading\n```\nnor the end\n```";
  const run = await completeRun(
    scene.ours.member,
    [{ calls: [{ tool: "file_system", args: { action: "write", path: "a.md", content } }] }, { text: "Written." }],
    { text: "Write it" },
  );
  const exported = await exportChat(scene.ours.auditor.ctx, { chatId: run.chatId });
  const markdown = chatMarkdown(exported);
  expect(markdown).toMatch(/^# Write it\n/);
  expect(markdown).toContain("## The member · ");
  expect(markdown).toContain("**file_system** · succeeded · rule file-writes-allow");
  expect(markdown).toContain("Written.");
  expect(markdown).toContain("````\n{");
});

it("names the agent that answered", async () => {
  const { chatId } = await agentChat(scene.ours.owner, scene.ours.member);
  await completeRun(scene.ours.member, [{ text: "Hello." }], { chatId });
  expect(chatMarkdown(await exportChat(scene.ours.auditor.ctx, { chatId }))).toContain("## Researcher (fake");
});

it("knows no chat of another organization", async () => {
  const run = await completeRun(scene.ours.member, [{ text: "Hello." }]);
  await expect(exportChat(scene.theirs.owner.ctx, { chatId: run.chatId })).rejects.toMatchObject({ code: "not_found" });
});

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runAgent } from "#lib/agent/run-agent.ts";
import { sendMessage } from "#lib/chats/send-message.ts";
import { newId } from "#lib/ids.ts";
import { claimRun } from "#lib/runs/claim-run.ts";
import { getRun } from "#lib/runs/get-run.ts";
import { forgetSingleton } from "#lib/singleton.ts";
import { decide, executionsOf, parkCommand } from "#lib/testing/approval-scene.ts";
import { driveGranted } from "#lib/testing/drive-granted.ts";
import { type ModelServer, startModelServer } from "#lib/testing/model-server/index.ts";
import { completeRun } from "#lib/testing/run-scene.ts";
import { createScene, type Scene } from "#lib/testing/scene.ts";
import { useModelServer } from "#lib/testing/use-model-server.ts";

// The model server refuses, as the real services do, any history in which a call has no answer or an answer no call.
let model: ModelServer;
let scene: Scene;

beforeAll(async () => {
  model = await startModelServer();
  useModelServer(model);
  scene = await createScene();
});
afterAll(() => model.close());

/** The same server, spoken to by another protocol. */
function speak(specification: string): void {
  process.env.MODEL = specification;
  if (specification.startsWith("ollama")) process.env.OLLAMA_BASE_URL = model.ollamaUrl;
  forgetSingleton("current-model");
}

const PROTOCOLS = ["openai-compatible:fake", "openai:fake", "ollama:fake"];

describe.each(PROTOCOLS)("a conversation with %s", (specification) => {
  it.each([
    ["with a reason", "wrong folder", "The approver said no: wrong folder"],
    ["without one", undefined, "The approver said no."],
  ])("goes on after a denial %s: three more messages are answered", async (_, reason, words) => {
    speak(specification);
    const { approval, run, chatId, mark } = await parkCommand(scene.ours.member, { afterwards: [{ text: "I see." }] });
    await decide(scene.ours.approver, approval, "deny", reason);
    await driveGranted(scene.ours.member, run.id);
    expect(await getRun(scene.ours.member.ctx, { runId: run.id })).toMatchObject({ status: "succeeded", stopReason: "final_message" });
    for (const text of ["one", "two", "three"]) {
      expect(await completeRun(scene.ours.member, [{ text: `Answer ${text}.` }], { chatId, text })).toMatchObject({ status: "succeeded" });
    }
    const body = JSON.stringify(model.requests(mark).at(-1)?.body);
    expect(body).toContain(`REFUSED [approval_denied]: ${words}`);
    expect(await executionsOf(scene.ours.id, mark)).toBe(0);
  });

  it("goes on after an approval with call, result and thinking in their order, and runs once", async () => {
    speak(specification);
    const { approval, run, chatId, mark } = await parkThinking();
    await decide(scene.ours.approver, approval, "approve");
    await driveGranted(scene.ours.member, run.id);
    expect(await getRun(scene.ours.member.ctx, { runId: run.id })).toMatchObject({
      status: "succeeded",
      toolCalls: [{ status: "succeeded" }],
    });
    expect(await completeRun(scene.ours.member, [{ text: "Still here." }], { chatId })).toMatchObject({ status: "succeeded" });
    expect(await executionsOf(scene.ours.id, mark)).toBe(1);
  });

  it("answers a message that was sent while the request waited once that is decided, in turn", async () => {
    speak(specification);
    const { member, approver } = scene.ours;
    const { approval, run, chatId } = await parkCommand(member);
    const sent = { chatId, text: `use ls -la instead\n#script [{"text":"Then so."}]`, clientMessageId: newId() };
    await expect(sendMessage(member.ctx, sent)).rejects.toMatchObject({ code: "run_in_progress", facts: { runId: run.id } });
    const { runId, claimed } = await sendMessage(member.ctx, { ...sent, queue: true });
    expect(claimed).toBeNull();
    expect(await getRun(member.ctx, { runId })).toMatchObject({ status: "queued" });
    await decide(approver, approval, "deny");
    await driveGranted(member, run.id);
    // Whoever drove the first run goes on with the next; a worker would find it as well.
    const rest = await claimRun(scene.ours.id, runId);
    if (rest) await runAgent(rest);
    expect(await getRun(member.ctx, { runId })).toMatchObject({ status: "succeeded", stopReason: "final_message" });
  });
});

function parkThinking() {
  const { member } = scene.ours;
  return parkCommand(member, { afterwards: [{ reasoning: "It ran. What now?", text: "Done." }], step: { reasoning: "I should count." } });
}

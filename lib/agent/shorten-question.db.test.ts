import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PRESET_RULES } from "#lib/policies/presets.ts";
import { putPolicy } from "#lib/policies/put-policy.ts";
import { answerOver } from "#lib/testing/answer-over.ts";
import { registerProbe } from "#lib/testing/gate-scene.ts";
import { type ModelServer, startModelServer } from "#lib/testing/model-server/index.ts";
import { completeRun, insertChat } from "#lib/testing/run-scene.ts";
import { createSceneOrganization, type SceneOrganization } from "#lib/testing/scene.ts";

const probe = registerProbe({ effect: "read", run: async ({ text }) => ({ data: null, text: `began ${"long ".repeat(6_000)}${text}` }) });
const reading = { calls: [{ tool: probe, args: { text: "ended" } }] };

let model: ModelServer;
let organization: SceneOrganization;

beforeAll(async () => {
  model = await startModelServer();
  organization = await createSceneOrganization();
  const rules = [...PRESET_RULES.balanced, { id: "probes", effect: "allow", tool: "probe_*", reason: "Probes may run." } as const];
  await putPolicy(organization.owner.ctx, { preset: "balanced", rules });
});
afterAll(() => model.close());

interface Message {
  role: string;
  content: unknown;
}

/** The messages of the last request in which `marker` stands, and whether tools went with it. */
function lastRequest(marker: string): { messages: Message[]; hasTools: boolean } {
  const { messages, tools } = model.requests(marker).at(-1)?.body ?? {};
  return { messages: messages as Message[], hasTools: Array.isArray(tools) && tools.length > 0 };
}

async function warningsOf(runId: string): Promise<string[]> {
  const [message] = await organization.owner.ctx.db.sql(
    (sql) =>
      sql<
        { parts: { type: string; data?: { text: string } }[] }[]
      >`select parts from messages where run_id = ${runId} and role = 'assistant'`,
  );
  return (message?.parts ?? []).flatMap((part) => (part.type === "data-warning" && part.data ? [part.data.text] : []));
}

const WARNING = "This chat is too long for the model. It reads the latest part of it.";

describe("a chat that is too long for its model", () => {
  beforeAll(() => answerOver("openai-compatible:fake:window=24000", model));

  it("goes on with its latest part, says so once a message, and always has instructions, tools and what was asked", async () => {
    const chatId = await insertChat(organization.member);
    const runs = [];
    for (const name of ["one", "two", "three", "four", "five", "six"])
      runs.push(await completeRun(organization.member, [{ text: `Answer ${name}.` }], { chatId, text: `${name} ${"x".repeat(4_000)}` }));
    expect(runs.map((run) => run.status)).toEqual(runs.map(() => "succeeded"));
    const { messages, hasTools } = lastRequest("six x");
    expect([messages[0]?.role, messages[1]?.role, messages.at(-1)?.role, hasTools]).toEqual(["system", "user", "user", true]);
    expect(JSON.stringify(messages.at(-1))).toContain("six x");
    expect(JSON.stringify(messages)).not.toContain("one x");
    expect(await warningsOf(runs[0]?.id ?? "")).toEqual([]);
    expect(await warningsOf(runs[5]?.id ?? "")).toEqual([WARNING]);
  });

  it("has its own results shortened when nothing else is left, and the model is told that there is more", async () => {
    const run = await completeRun(organization.member, [reading, { text: "Read." }], { text: "one long result" });
    expect(run).toMatchObject({ status: "succeeded", stopReason: "final_message", toolCalls: [{ status: "succeeded" }] });
    const result = JSON.stringify(lastRequest("one long result").messages.at(-1));
    expect(result).toMatch(/began long .*\[shortened: it has \d+ more characters\]/);
    expect(await warningsOf(run.id)).toEqual([WARNING]);
  });

  it("keeps what was said when its model finds out in the middle of the answer, and is not asked again", async () => {
    const chatId = await insertChat(organization.member);
    await completeRun(organization.member, [{ text: "Hello." }], { chatId });
    const error = { code: "context_length_exceeded", message: "context size has been exceeded", after: 3 };
    const run = await completeRun(organization.member, [{ text: "One two three four five.", error }], {
      chatId,
      text: "too long in the middle",
    });
    expect(run).toMatchObject({
      status: "failed",
      stopReason: "model_error",
      error: expect.stringMatching(/^This chat is too long for the model\./),
    });
    expect(run.usage.outputTokens).toBeGreaterThan(0);
    expect(model.requests("too long in the middle")).toHaveLength(1);
  });

  it("fails in words when the message alone does not fit", async () => {
    const run = await completeRun(organization.member, [{ text: "no" }], { text: "y".repeat(30_000) });
    expect(run).toMatchObject({ status: "failed", stopReason: "model_error" });
    expect(run.error).toMatch(/^This chat is too long for the model\./);
  });

  it("fails in words also behind a short message that nobody answered", async () => {
    const chatId = await insertChat(organization.member);
    await completeRun(organization.member, [{ fail: 400 }], { chatId, text: "hi" });
    const text = "z".repeat(30_000);
    expect(await completeRun(organization.member, [{ text: "no" }], { chatId, text })).toMatchObject({ status: "failed" });
    expect(model.requests(text)).toHaveLength(2);
  });
});

describe("a chat with a model whose window is known", () => {
  beforeAll(() => answerOver("ollama:fake", model));

  /** Of 16,384 tokens, four characters each. */
  const WINDOW_CHARS = 65_536;

  it("is asked no more than it takes: what was said first goes, and instructions, tools and what was asked stay", async () => {
    const chatId = await insertChat(organization.member);
    for (let turn = 1; turn <= 8; turn++)
      await completeRun(organization.member, [{ text: "Yes." }], { chatId, text: `turn ${turn} ${"x".repeat(9_000)}` });
    const run = await completeRun(organization.member, [{ text: "Yes." }], { chatId, text: "what was that in the window" });
    const { messages, hasTools } = lastRequest("in the window");
    expect([messages[0]?.role, messages[1]?.role, messages.at(-1)?.role, hasTools]).toEqual(["system", "user", "user", true]);
    expect(JSON.stringify(messages)).toContain("turn 8 x");
    expect(JSON.stringify(messages)).not.toContain("turn 1 x");
    expect(JSON.stringify(model.requests("in the window").at(-1)?.body).length).toBeLessThan(WINDOW_CHARS);
    expect([run.status, await warningsOf(run.id)]).toEqual(["succeeded", [WARNING]]);
  });

  it("keeps what was asked before results that would push it out", async () => {
    const read = (text: string) => ({ tool: probe, args: { text } });
    const run = await completeRun(organization.member, [{ calls: [read("one"), read("two"), read("three")] }, { text: "Read." }], {
      text: "three long results",
    });
    expect(run).toMatchObject({
      status: "succeeded",
      toolCalls: [{ status: "succeeded" }, { status: "succeeded" }, { status: "succeeded" }],
    });
    const { body } = model.requests("three long results").at(-1) ?? {};
    expect(JSON.stringify(body).length).toBeLessThan(WINDOW_CHARS);
    expect(JSON.stringify(body).match(/\[shortened: it has \d+ more characters\]/g)).toHaveLength(3);
    expect(await warningsOf(run.id)).toEqual([WARNING]);
  });

  it("is told once of an answer that its server read far less than it was sent", async () => {
    const usage = { input: 300, output: 2 };
    const run = await completeRun(organization.member, [
      { calls: [{ tool: probe, args: { text: "end" } }], usage },
      { text: "Read.", usage },
    ]);
    expect(await warningsOf(run.id)).toEqual([expect.stringMatching(/^The model read 300 tokens of about/)]);
  });
});

describe("the turns of a conversation", () => {
  beforeAll(() => answerOver("openai-compatible:fake", model));

  it("alternate, also behind a message that nobody answered and a turn that ended with a result", async () => {
    const chatId = await insertChat(organization.member);
    await completeRun(organization.member, [{ fail: 400 }], { chatId, text: "unanswered" });
    await completeRun(organization.member, [reading, { fail: 400 }], { chatId, text: "ended" });
    await completeRun(organization.member, [{ text: "Yes." }], { chatId, text: "turns alternate" });
    expect(lastRequest("turns alternate").messages.map(({ role }) => role)).toEqual([
      "system",
      "user",
      "assistant",
      "user",
      "assistant",
      "tool",
      "assistant",
      "user",
    ]);
  });

  it("begin with a person, however long the chat is", async () => {
    const chatId = await insertChat(organization.member);
    // No summary is written behind an answer that was cut, so the window of sixty messages is all that there is.
    const script = [{ text: "Yes.", finish: "length" }];
    for (let count = 0; count < 31; count++) await completeRun(organization.member, script, { chatId, text: `turn ${count}` });
    const { messages } = lastRequest("turn 30");
    expect(messages.slice(0, 3).map(({ role }) => role)).toEqual(["system", "user", "assistant"]);
    expect(messages.length).toBeGreaterThan(50);
  });
});

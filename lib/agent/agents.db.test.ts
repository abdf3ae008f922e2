import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { POST as simulateRoute } from "#app/api/policy/simulate/route.ts";
import { GET as toolsRoute } from "#app/api/tools/route.ts";
import { listApprovals } from "#lib/approvals/list-approvals.ts";
import { createChat } from "#lib/chats/create-chat.ts";
import { deleteChat } from "#lib/chats/delete-chat.ts";
import { getChat } from "#lib/chats/get-chat.ts";
import { sendMessage } from "#lib/chats/send-message.ts";
import { addDestination } from "#lib/destinations/add-destination.ts";
import { judgeEdit, replayCalls } from "#lib/gate/index.ts";
import { type ChatId, newId, type RunId } from "#lib/ids.ts";
import { PRESET_RULES } from "#lib/policies/presets.ts";
import { putPolicy } from "#lib/policies/put-policy.ts";
import { claimRun } from "#lib/runs/claim-run.ts";
import { getRun, type RunView } from "#lib/runs/get-run.ts";
import { createSchedule } from "#lib/schedules/create-schedule.ts";
import { listSchedules } from "#lib/schedules/list-schedules.ts";
import { runScheduleNow } from "#lib/schedules/run-schedule-now.ts";
import { newScheduleBody } from "#lib/schedules/schedule-input.ts";
import { updateSchedule } from "#lib/schedules/update-schedule.ts";
import { agentCalls, agentChat } from "#lib/testing/agent-scene.ts";
import { decide, executionsOf, parkCommand } from "#lib/testing/approval-scene.ts";
import { callRoute } from "#lib/testing/call-route.ts";
import { driveGranted } from "#lib/testing/drive-granted.ts";
import { addApproved } from "#lib/testing/mcp-server/add-approved.ts";
import { listedTool, type ScriptedMcpServer, startMcpServer } from "#lib/testing/mcp-server/start-mcp-server.ts";
import { type ModelServer, startModelServer } from "#lib/testing/model-server/index.ts";
import { completeRun, type Script, startRun } from "#lib/testing/run-scene.ts";
import { createScene, type SceneMember, type SceneOrganization } from "#lib/testing/scene.ts";
import { useModelServer } from "#lib/testing/use-model-server.ts";
import { runAgent } from "./run-agent.ts";

process.env.WEB_FETCH_ALLOW = "127.0.0.1";

let model: ModelServer;
let server: ScriptedMcpServer;

beforeAll(async () => {
  server = await startMcpServer();
  server.tools = [listedTool("send_mail")];
  model = await startModelServer();
  process.env.OLLAMA_BASE_URL = model.ollamaUrl;
  useModelServer(model);
});
afterAll(async () => {
  await model.close();
  await server.close();
});

const file = (args: Record<string, unknown>) => ({ tool: "file_system", args });
const LIST = file({ action: "list", path: "." });
const WRITE = file({ action: "write", path: "made.txt", content: "made" });
const SHELL = { tool: "shell", args: { command: "echo ran" } };
const FETCH = { tool: "web_fetch", args: { url: "https://example.com/", method: "POST" } };
const SCHEDULE = { tool: "scheduler", args: { action: "create", prompt: "More.", cron: "0 9 * * *", timeZone: "UTC" } };
const script = (...calls: object[]): Script => [{ calls }, { text: "Done." }];

interface Question {
  model: string;
  temperature?: number;
  messages: { role: string; content: string }[];
  tools?: { function: { name: string } }[];
}

const newMarker = () => `marker-${crypto.randomUUID()}`;

/** What the model was asked for the messages with that marker, the first question first. */
function questions(marker: string): Question[] {
  return model.requests(marker).map(({ body }) => body as unknown as Question);
}

const systemText = (question: Question | undefined) => question?.messages.find(({ role }) => role === "system")?.content ?? "";
const toolNames = (question: Question | undefined) => question?.tools?.map(({ function: { name } }) => name) ?? [];

/** What became of each call of a run, and which rule or setting said so. */
const outcomes = ({ toolCalls }: RunView) => toolCalls.map(({ tool, status, ruleId }) => [tool, status, ruleId]);

async function drive({ id }: SceneOrganization, runId: RunId): Promise<void> {
  const claimed = await claimRun(id, runId);
  if (!claimed) throw new Error("The run could not be claimed.");
  await runAgent(claimed);
}

describe("an agent", () => {
  it("is asked with its instructions, its temperature and its model, after the base text and before the skills", async () => {
    const { ours } = await createScene();
    const marker = newMarker();
    const { chatId } = await agentChat(ours.owner, ours.member, {
      instructions: "Speak like a pirate.",
      temperature: 0.25,
      model: "openai-compatible:fake:text=3",
    });
    const run = await completeRun(ours.member, [{ text: "Aye." }], { chatId, text: marker });
    const [question] = questions(marker);
    expect(question).toMatchObject({ model: "fake:text=3", temperature: 0.25 });
    expect(systemText(question)).toMatch(/^You are an assistant in a team's chat\..*\n\nSpeak like a pirate\.$/s);
    expect(run).toMatchObject({ model: "openai-compatible:fake:text=3", agentName: "Researcher", agentVersion: 1 });
    const { messages } = await getChat(ours.member.ctx, { chatId });
    expect(messages[1]?.metadata).toMatchObject({ agentName: "Researcher", model: expect.stringContaining("fake:text=3") });
  });

  it("is told of when its model takes no temperature: once an answer, and nothing is sent of it", async () => {
    const { ours } = await createScene();
    model.addScript("gpt-5-mini", { steps: [{ calls: [{ tool: "file_system", args: { action: "list", path: "." } }] }, { text: "Aye." }] });
    const { chatId } = await agentChat(ours.owner, ours.member, { temperature: 0.25, model: "openai:gpt-5-mini" });
    const text = newMarker();
    const { runId, claimed } = await sendMessage(ours.member.ctx, { chatId, text, clientMessageId: newId<string>() });
    if (claimed) await runAgent(claimed);
    expect(await getRun(ours.member.ctx, { runId })).toMatchObject({ status: "succeeded", iterations: 1 });
    for (const { body } of model.requests(text)) expect(body).not.toHaveProperty("temperature");
    const { messages } = await getChat(ours.member.ctx, { chatId });
    const warnings = (messages[1]?.parts ?? []).filter(({ type }) => type === "data-warning");
    expect(warnings).toMatchObject([{ data: { text: expect.stringMatching(/^This model takes no temperature/) } }]);
  });

  it("that says nothing is asked as without an agent", async () => {
    const { ours } = await createScene();
    const [plain, own] = [newMarker(), newMarker()];
    await completeRun(ours.member, [{ text: "Yes." }], { text: plain });
    const { chatId } = await agentChat(ours.owner, ours.member);
    await completeRun(ours.member, [{ text: "Yes." }], { chatId, text: own });
    const [without] = questions(plain);
    const [withIt] = questions(own);
    expect({ ...withIt, messages: [] }).toEqual({ ...without, messages: [] });
    expect(systemText(withIt)).toBe(systemText(without));
    expect(withIt).not.toHaveProperty("temperature");
  });

  it("sends its temperature to Ollama among Ollama's own options", async () => {
    const { ours } = await createScene();
    const marker = newMarker();
    const { chatId } = await agentChat(ours.owner, ours.member, { model: "ollama:fake", temperature: 1.5 });
    await completeRun(ours.member, [{ text: "Yes." }], { chatId, text: marker });
    expect(model.requests(marker)[0]?.body).toMatchObject({ model: "fake", options: { temperature: 1.5, num_ctx: expect.any(Number) } });
  });

  it("answers with its own model while another answers with another provider's", async () => {
    const { ours } = await createScene();
    const begin = async (name: string, own: string | null) => {
      const { body } = await agentCalls.create(ours.owner, { name, model: own });
      return (await createChat(ours.member.ctx, { agentId: body.id })).id;
    };
    const chats = [
      await begin("A", "ollama:fake"),
      await begin("B", "openai-compatible:fake:text=2"),
      await begin("C", "demo"),
      await begin("D", null),
    ];
    const runs = await Promise.all(chats.map((chatId) => completeRun(ours.member, [{ text: "Yes." }], { chatId })));
    expect(runs.map((run) => run.model)).toEqual(["ollama:fake", "openai-compatible:fake:text=2", "demo", "openai-compatible:fake"]);
  });

  it("has the skills that it names, of those that are switched on", async () => {
    const { ours } = await createScene();
    await ours.owner.ctx.db.sql(
      (sql) => sql`
        insert into skills (tenant_id, name, content, is_enabled, updated_by, updated_at)
        select ${ours.id}, name, null, name <> 'none', ${ours.owner.userId}, now() from unnest(array['careful-changes', 'meeting-notes']) name`,
    );
    const ask = async (skills: string[] | null) => {
      const marker = newMarker();
      const { body } = await agentCalls.create(ours.owner, { name: marker.slice(0, 50), skills });
      await completeRun(ours.member, [{ text: "Yes." }], {
        chatId: (await createChat(ours.member.ctx, { agentId: body.id })).id,
        text: marker,
      });
      return systemText(questions(marker)[0]);
    };
    expect(await ask(["meeting-notes"])).toMatch(/## meeting-notes/);
    expect(await ask(["meeting-notes"])).not.toMatch(/## careful-changes/);
    expect(await ask(null)).toMatch(/## careful-changes[\s\S]*## meeting-notes/);
    expect(await ask([])).not.toContain("# Skills");
  });

  it("may take as many rounds as it says, and says so when they are over", async () => {
    const { ours } = await createScene();
    const { chatId } = await agentChat(ours.owner, ours.member, { iterations: 2 });
    const rounds = Array.from({ length: 5 }, (_, n) => ({ calls: [file({ action: "list", path: `./${"./".repeat(n)}` })] }));
    const run = await completeRun(ours.member, rounds, { chatId });
    expect(run).toMatchObject({ stopReason: "max_iterations", iterations: 2, error: expect.stringContaining("after 2 rounds") });
    const { body } = await agentCalls.create(ours.owner, { name: "Patient", iterations: 12 });
    const more = Array.from({ length: 12 }, (_, n) => ({ calls: [file({ action: "list", path: `./${"./".repeat(n)}` })] }));
    const patient = await completeRun(ours.member, [...more, { text: "Done." }], {
      chatId: (await createChat(ours.member.ctx, { agentId: body.id })).id,
    });
    expect(patient).toMatchObject({ stopReason: "final_message", iterations: 12 });
  });
});

/** Every way in which a run of an agent comes about; each gives the run that made these calls. */
const PATHS: Record<string, (ours: SceneOrganization, chatId: ChatId, agentId: string, calls: object[]) => Promise<RunView>> = {
  chat: ({ member }, chatId, _, calls) => completeRun(member, script(...calls), { chatId }),
  api: ({ member }, chatId, _, calls) =>
    completeRun({ ...member, ctx: { ...member.ctx, apiKeyId: member.apiKeyId } }, script(...calls), { chatId }),
  queued: async (ours, chatId, _, calls) => {
    const { ctx } = ours.member;
    const first = await startRun(ours.member, [{ text: "One.", ttft: 50 }], { chatId });
    const { runId } = await sendMessage(ctx, {
      chatId,
      text: `Go.\n#script ${JSON.stringify(script(...calls))}`,
      clientMessageId: newId(),
      queue: true,
    });
    await first.driven;
    return getRun(ctx, { runId });
  },
  schedule: async (ours, _, agentId, calls) => {
    const prompt = `Go.\n#script ${JSON.stringify(script(...calls))}`;
    const schedule = await createSchedule(ours.member.ctx, newScheduleBody.parse({ prompt, cron: "0 9 * * *", timeZone: "UTC", agentId }));
    expect(schedule).toMatchObject({ agentId, agentName: "Researcher" });
    const { runId } = await runScheduleNow(ours.member.ctx, { id: schedule.id });
    await drive(ours, runId);
    return getRun(ours.member.ctx, { runId });
  },
};

describe.each(Object.entries(PATHS))("the tools of an agent, by %s", (_, run) => {
  it("that are denied are not told of and not callable by name, and the record names the agent", async () => {
    const { ours } = await createScene();
    const { agentId, chatId } = await agentChat(ours.owner, ours.member, { tools: { deny: { names: ["file_system"] } } });
    const ended = await run(ours, chatId, agentId, [LIST, WRITE]);
    expect(outcomes(ended)).toEqual([
      ["file_system", "refused", "agent:Researcher"],
      ["file_system", "refused", "agent:Researcher"],
    ]);
    expect(ended.toolCalls[0]).toMatchObject({ kind: "gate_denied", outcome: { errorCode: "tool_not_allowed", executed: false } });
    expect(ended).toMatchObject({ status: "succeeded", agentVersion: 1 });
  });

  it("that change something are gone with their effect, every twin of them, and what reads is left", async () => {
    const { ours } = await createScene();
    await putPolicy(ours.owner.ctx, { preset: "open" });
    const { agentId, chatId } = await agentChat(ours.owner, ours.member, { tools: { deny: { effects: ["write", "irreversible"] } } });
    const ended = await run(ours, chatId, agentId, [LIST, WRITE, SHELL, FETCH, SCHEDULE]);
    expect(outcomes(ended)).toEqual([
      ["file_system", "succeeded", "everything-allow"],
      ["file_system", "refused", "agent:Researcher"],
      ["shell", "refused", "agent:Researcher"],
      ["web_fetch", "refused", "agent:Researcher"],
      ["scheduler", "refused", "agent:Researcher"],
    ]);
  });

  it("wait for a person where it asks before everything that changes something, although the rules allow it", async () => {
    const { ours } = await createScene();
    const { agentId, chatId } = await agentChat(ours.owner, ours.member, { approvalMode: "ask" });
    const ended = await run(ours, chatId, agentId, [LIST, WRITE]);
    expect(ended.status).toBe("awaiting-approval");
    expect(outcomes(ended)).toEqual([
      ["file_system", "proposed", "reads-allow"],
      ["file_system", "awaiting-approval", "agent:Researcher"],
    ]);
  });
});

describe("the settings of an agent", () => {
  it("are pinned for what it is told and its model while a run waits, and hold at once for what it may do", async () => {
    const { ours } = await createScene();
    const marker = newMarker();
    const { agentId, chatId } = await agentChat(ours.owner, ours.member, { instructions: "Version one.", temperature: 0.5 });
    const { run, approval, mark } = await parkCommand(ours.member, {
      chatId,
      text: marker,
      afterwards: [{ calls: [LIST] }, { text: "Done." }],
    });
    await agentCalls.change(ours.owner, agentId, {
      instructions: "Version two.",
      temperature: 1,
      model: "demo",
      tools: { deny: { names: ["file_system"] } },
    });
    await decide(ours.owner, approval, "approve");
    await driveGranted(ours.member, run.id);
    const [first, second] = questions(marker);
    expect(systemText(second)).toBe(systemText(first));
    expect(second?.temperature).toBe(0.5);
    expect([toolNames(first), toolNames(second)].map((names) => names.includes("file_system"))).toEqual([true, false]);
    const ended = await getRun(ours.member.ctx, { runId: run.id });
    expect(ended).toMatchObject({ model: "openai-compatible:fake", agentVersion: 1, stopReason: "final_message" });
    expect(outcomes(ended)).toEqual([
      ["shell", "succeeded", expect.any(String)],
      ["file_system", "refused", "agent:Researcher"],
    ]);
    expect(await executionsOf(ours.id, mark)).toBe(1);
    const next = newMarker();
    await agentCalls.change(ours.owner, agentId, { model: null });
    await completeRun(ours.member, [{ text: "Yes." }], { chatId, text: next });
    expect(systemText(questions(next)[0])).toContain("Version two.");
  });

  it("count for arguments that an approver changes, too", async () => {
    const { ours } = await createScene();
    const { chatId } = await agentChat(ours.owner, ours.member, { approvalMode: "ask", tools: { deny: { effects: ["read"] } } });
    await completeRun(ours.member, script(WRITE), { chatId });
    const { items } = await listApprovals(ours.owner.ctx, { status: "pending", chatId, limit: 1 });
    expect(items[0]).toMatchObject({ agentName: "Researcher", reason: { ruleId: "agent:Researcher" } });
    await expect(judgeEdit(ours.owner.ctx, items[0]?.id as never, LIST.args)).rejects.toMatchObject({
      code: "tool_not_allowed",
      facts: { ruleId: "agent:Researcher" },
    });
  });

  it("hold for tools of servers that were added later, by name, by the beginning of one and by the effect that they were approved with", async () => {
    const { ours } = await createScene();
    await putPolicy(ours.owner.ctx, { preset: "open" });
    const tool = { tool: "mcp__mail__send_mail", args: { to: "a@example.com" } };
    const chats = await Promise.all(
      [{ names: [tool.tool] }, { names: ["MCP__mail__*"] }, { effects: ["write"] }, { names: ["mcp__wiki__*"] }].map(async (deny, at) => {
        const { body } = await agentCalls.create(ours.owner, { name: `Agent ${at}`, tools: { deny } });
        return (await createChat(ours.member.ctx, { agentId: body.id })).id;
      }),
    );
    await addApproved(ours, server);
    const runs: RunView[] = [];
    for (const chatId of chats) runs.push(await completeRun(ours.member, script(tool), { chatId }));
    expect(runs.flatMap(outcomes)).toEqual([
      [tool.tool, "refused", "agent:Agent 0"],
      [tool.tool, "refused", "agent:Agent 1"],
      [tool.tool, "refused", "agent:Agent 2"],
      [tool.tool, "succeeded", "everything-allow"],
    ]);
  });

  it("go with what its runs have made: a schedule is done by the agent that made it, also when its chat is gone", async () => {
    const { ours } = await createScene();
    const { agentId, chatId } = await agentChat(ours.owner, ours.member, { tools: { deny: { names: ["shell"] } } });
    const prompt = `Go.\n#script ${JSON.stringify(script(SHELL))}`;
    await completeRun(ours.member, script({ ...SCHEDULE, args: { ...SCHEDULE.args, prompt } }), { chatId });
    const { items } = await listSchedules(ours.member.ctx, { limit: 1 });
    const [made] = items;
    expect(made).toMatchObject({ agentId, agentName: "Researcher", status: "draft" });
    if (!made?.chatId) throw new Error("No schedule was made.");
    await updateSchedule(ours.member.ctx, { id: made.id, status: "active" });
    await deleteChat(ours.member.ctx, { chatId: made.chatId });
    const { runId } = await runScheduleNow(ours.member.ctx, { id: made.id });
    await drive(ours, runId);
    expect(outcomes(await getRun(ours.member.ctx, { runId }))).toEqual([["shell", "refused", "agent:Researcher"]]);
  });

  it("are told by the list of tools and by the simulator as the gate says them, to members of the organization alone", async () => {
    const { ours, theirs } = await createScene();
    const { agentId } = await agentChat(ours.owner, ours.member, { approvalMode: "ask", tools: { deny: { names: ["shell", "mcp__*"] } } });
    const tools = ({ apiKey }: SceneMember, query: string) => callRoute(toolsRoute, { apiKey, path: `/api/tools${query}` });
    const simulate = ({ apiKey }: SceneMember, call: object) => callRoute(simulateRoute, { apiKey, method: "POST", body: { call } });
    await addDestination(ours.owner.ctx, { name: "Sales", address: "https://hooks.example.com/a" });
    const { items } = (await tools(ours.member, `?agentId=${agentId}`)).body;
    expect(items.map(({ name }: { name: string }) => name)).toEqual([
      "document",
      "draft",
      "file_system",
      "scheduler",
      "send_draft",
      "web_fetch",
    ]);
    expect(items[2].verdicts).toMatchObject([
      { effect: "read", verdict: "allow" },
      { effect: "write", verdict: "ask", ruleId: "agent:Researcher" },
    ]);
    expect((await tools(ours.member, "")).body.items.map(({ name }: { name: string }) => name)).toContain("shell");
    expect((await simulate(ours.member, { tool: "shell", input: SHELL.args, agentId })).body).toMatchObject({
      verdict: "deny",
      ruleId: "agent:Researcher",
      facts: { agent: "Researcher" },
    });
    expect((await simulate(ours.member, { tool: "file_system", input: WRITE.args, agentId })).body).toMatchObject({
      verdict: "ask",
      ruleId: "agent:Researcher",
    });
    expect((await simulate(ours.member, { tool: "file_system", input: WRITE.args })).body).toMatchObject({
      verdict: "allow",
      facts: { agent: null },
    });
    expect((await tools(theirs.member, `?agentId=${agentId}`)).status).toBe(404);
    expect((await simulate(theirs.member, { tool: "shell", input: SHELL.args, agentId })).status).toBe(404);
  });

  it("stand when recorded calls are held against a draft of rules: what the agent may not do is no call that the draft would let through", async () => {
    const { ours } = await createScene();
    const { chatId } = await agentChat(ours.owner, ours.member, { tools: { deny: { names: ["shell"] } } });
    await completeRun(ours.member, script(SHELL), { chatId });
    await completeRun(ours.member, script(SHELL));
    const since = new Date(Date.now() - 60_000);
    const { replayed, flips } = await replayCalls(ours.owner.ctx, { since, draft: { preset: "open", rules: PRESET_RULES.open } });
    expect({ replayed, flips }).toEqual({ replayed: 2, flips: [{ from: "ask", to: "allow", calls: 1 }] });
  });

  it("that cannot be read allow nothing, in words", async () => {
    const { ours } = await createScene();
    const { agentId, chatId } = await agentChat(ours.owner, ours.member);
    await ours.owner.ctx.db.sql(
      (sql) => sql`update agent_versions set settings = '{"tools": 1}' where tenant_id = ${ours.id} and agent_id = ${agentId}`,
    );
    const run = await completeRun(ours.member, script(LIST), { chatId });
    expect(run).toMatchObject({ status: "failed", toolCalls: [], error: expect.stringContaining("cannot be read") });
  });
});

describe("an agent that is switched off while its run is at work, of which its driver hears nothing", () => {
  it("begins nothing that was permitted before: the database says no", async () => {
    const { ours } = await createScene();
    const { agentId, chatId } = await agentChat(ours.owner, ours.member);
    const text = newMarker();
    const { runId, driven } = await startRun(ours.member, [{ text: 200, rate: 200, calls: [WRITE] }, { text: "Done." }], { chatId, text });
    await expect.poll(() => questions(text).length).toBe(1);
    await ours.owner.ctx.db.sql((sql) => sql`update agents set is_enabled = false where tenant_id = ${ours.id} and id = ${agentId}`);
    await driven;
    expect(outcomes(await getRun(ours.member.ctx, { runId }))).toEqual([["file_system", "refused", "agent:Researcher"]]);
  });
});

describe.each<[string, (owner: SceneMember, id: string) => Promise<unknown>, RegExp]>([
  ["switched off", (owner, id) => agentCalls.change(owner, id, { enabled: false }), /switched off.*Begin a new chat/],
  ["deleted", (owner, id) => agentCalls.remove(owner, id), /deleted.*Begin a new chat/],
])("an agent that was %s", (_, end, words) => {
  it("answers no new message, and its chats stay readable", async () => {
    const { ours } = await createScene();
    const { agentId, chatId } = await agentChat(ours.owner, ours.member);
    await completeRun(ours.member, [{ text: "Yes." }], { chatId });
    await end(ours.owner, agentId);
    const say = sendMessage(ours.member.ctx, { chatId, text: "Again.", clientMessageId: newId() });
    await expect(say).rejects.toMatchObject({ code: "agent_unavailable", message: expect.stringMatching(words) });
    expect(await getChat(ours.member.ctx, { chatId })).toMatchObject({ agentName: "Researcher", activeRunId: null, messages: [{}, {}] });
  });

  it("does not do what was approved afterwards, and ends in words", async () => {
    const { ours } = await createScene();
    const { agentId, chatId } = await agentChat(ours.owner, ours.member);
    const { run, approval, mark } = await parkCommand(ours.member, { chatId });
    await end(ours.owner, agentId);
    await decide(ours.owner, approval, "approve");
    await driveGranted(ours.member, run.id);
    const ended = await getRun(ours.member.ctx, { runId: run.id });
    expect(outcomes(ended)).toEqual([["shell", "refused", "agent:Researcher"]]);
    expect(ended.toolCalls[0]?.reason).toMatch(words);
    expect(await executionsOf(ours.id, mark)).toBe(0);
  });

  it.each([WRITE, LIST])("makes no further call of a run that is under way: %j", async (call) => {
    const { ours } = await createScene();
    const { agentId, chatId } = await agentChat(ours.owner, ours.member);
    const text = newMarker();
    const { runId, driven } = await startRun(ours.member, [{ text: 200, rate: 200, calls: [call] }, { text: "Done." }], { chatId, text });
    await expect.poll(() => questions(text).length).toBe(1);
    await end(ours.owner, agentId);
    await driven;
    const { toolCalls } = await getRun(ours.member.ctx, { runId });
    expect(toolCalls).toMatchObject([{ status: "refused", kind: "gate_denied", ruleId: "agent:Researcher" }]);
  });

  it("says nothing to a message that waited, nor for its schedule, and says why", async () => {
    const { ours } = await createScene();
    const { agentId } = await agentChat(ours.owner, ours.member);
    const marker = newMarker();
    const schedule = await createSchedule(
      ours.member.ctx,
      newScheduleBody.parse({ prompt: marker, cron: "0 9 * * *", timeZone: "UTC", agentId }),
    );
    await end(ours.owner, agentId);
    const { runId } = await runScheduleNow(ours.member.ctx, { id: schedule.id });
    await drive(ours, runId);
    const run = await getRun(ours.member.ctx, { runId });
    expect(run).toMatchObject({ status: "failed", stopReason: "interrupted", error: expect.stringMatching(words) });
    expect(run.error).toContain("make a new schedule");
    expect(questions(marker)).toEqual([]);
  });
});

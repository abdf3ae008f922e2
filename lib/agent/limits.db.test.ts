import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { POST as sendRoute } from "#app/api/chats/[id]/messages/route.ts";
import { sendMessage } from "#lib/chats/send-message.ts";
import { newId, type RunId } from "#lib/ids.ts";
import { getLimits } from "#lib/limits/get-limits.ts";
import { DEFAULT_LIMITS, type Limits } from "#lib/limits/limits.ts";
import { putLimits } from "#lib/limits/put-limits.ts";
import { spend } from "#lib/limits/spend.ts";
import { PRESET_RULES } from "#lib/policies/presets.ts";
import { putPolicy } from "#lib/policies/put-policy.ts";
import type { ModelPrice } from "#lib/prices/model-price.ts";
import { putPrices } from "#lib/prices/put-prices.ts";
import { getRun } from "#lib/runs/get-run.ts";
import { decide, parkCalls } from "#lib/testing/approval-scene.ts";
import { callRoute } from "#lib/testing/call-route.ts";
import { driveGranted } from "#lib/testing/drive-granted.ts";
import { registerProbe } from "#lib/testing/gate-scene.ts";
import { type ModelServer, startModelServer } from "#lib/testing/model-server/index.ts";
import { completeRun, insertChat, type Script, startRun } from "#lib/testing/run-scene.ts";
import { createSceneMember, createSceneOrganization, type SceneMember, type SceneOrganization } from "#lib/testing/scene.ts";
import { useModelServer } from "#lib/testing/use-model-server.ts";
import { ToolFailure } from "#lib/tools/outcome.ts";
import { runAgent } from "./run-agent.ts";

let model: ModelServer;
const handler = vi.fn();
const missing = registerProbe({ run: () => Promise.reject(new ToolFailure("not_found", "There is none.")) });
const probe = registerProbe({
  run: async ({ text }) => {
    handler(text);
    return { data: null, text: `did ${text}` };
  },
});
const slow = registerProbe({
  effect: "write",
  timeoutMs: 60_000,
  run: async (_, { signal }) => {
    await delay(60_000, undefined, { signal });
    return { data: null, text: "late" };
  },
});

beforeAll(async () => {
  model = await startModelServer();
  useModelServer(model);
});
afterAll(() => model.close());

/** An organization of its own, whose probes may run, with these limits. */
async function limited(limits: Partial<Limits>): Promise<SceneOrganization> {
  const organization = await createSceneOrganization();
  const rules = [...PRESET_RULES.balanced, { id: "probes", effect: "allow", tool: "probe_*", reason: "Probes may run." } as const];
  await putPolicy(organization.owner.ctx, { preset: "balanced", rules });
  await putLimits(organization.owner.ctx, { ...DEFAULT_LIMITS, ...limits });
  return organization;
}

/** What the scripted model costs. */
function setPrice({ owner }: SceneOrganization, price: Omit<ModelPrice, "model">) {
  return putPrices(owner.ctx, { items: [{ model: "openai-compatible:fake", ...price }] });
}

const doing = (...texts: string[]) => ({ calls: texts.map((text) => ({ tool: probe, args: { text } })) });
const costing = (total: number, step: Record<string, unknown>) => ({ ...step, usage: { input: total - 1, output: 1 } });
const ran = () => handler.mock.calls.length;

async function wordsOf({ ctx }: SceneMember, runId: RunId): Promise<string> {
  const [message] = await ctx.db.sql(
    (sql) =>
      sql<
        { parts: { type: string; text?: string }[] }[]
      >`select parts from messages where tenant_id = ${ctx.tenantId} and run_id = ${runId}`,
  );
  return (message?.parts ?? []).map((part) => part.text ?? "").join("");
}

describe("a run", () => {
  it("that asks for more calls than the organization allows runs none of that step, and says which limit, what is used, and who changes it", async () => {
    const { member } = await limited({ callsPerRun: 3 });
    handler.mockClear();
    const run = await completeRun(member, [doing("1", "2"), doing("3", "4"), { text: "never" }]);
    expect(run).toMatchObject({ status: "failed", stopReason: "max_tool_calls" });
    expect(run.toolCalls.map(({ status, kind }) => [status, kind])).toEqual([
      ["succeeded", null],
      ["succeeded", null],
      ["refused", "quota_exceeded"],
      ["refused", "quota_exceeded"],
    ]);
    expect(ran()).toBe(2);
    const words = await wordsOf(member, run.id);
    expect(words).toContain("A run may make 3 calls. It has made 2, and this step asks for 2 more, so none of them ran.");
    expect(words).toContain("Owners and admins change this limit under Settings, Limits.");
    expect(run.error).toBe(words);
  });

  it("with a budget of one token never asks the model", async () => {
    const { member } = await limited({ tokensPerRun: 1 });
    const run = await completeRun(member, [{ text: "never" }], { text: "one-token-marker" });
    expect(run).toMatchObject({ status: "failed", stopReason: "token_budget", iterations: 0, usage: { totalTokens: 0 } });
    expect(model.requests("one-token-marker")).toHaveLength(0);
    expect(await wordsOf(member, run.id)).toMatch(
      /^I stopped here\. A run may use 1 token\. It has used 0, and the next step needs about [\d,]+ more\./,
    );
  });

  it("whose tokens are used up makes no further call and asks no further question", async () => {
    const { member } = await limited({ tokensPerRun: 50_000 });
    handler.mockClear();
    const script = [costing(30_000, doing("1")), costing(30_000, doing("2")), { text: "never" }];
    const run = await completeRun(member, script, { text: "tokens-marker" });
    // 30,000 are used and the next question costs as much again.
    expect(run).toMatchObject({ stopReason: "token_budget", usage: { totalTokens: 30_000 } });
    expect([ran(), model.requests("tokens-marker").length]).toEqual([1, 1]);
    const second = await completeRun(member, [costing(60_000, doing("3")), { text: "never" }]);
    expect(second).toMatchObject({ stopReason: "token_budget", toolCalls: [{ status: "refused", kind: "quota_exceeded" }] });
    expect(second.toolCalls[0]?.ruleId).toBe("floor/token-limit");
    expect(ran()).toBe(1);
    expect(await wordsOf(member, second.id)).toContain("A run may use 50,000 tokens, and it has used 60,000.");
  });

  it("whose money is used up makes no further call and asks no further question", async () => {
    const organization = await limited({ usdPerRun: 0.5 });
    const { member } = organization;
    await setPrice(organization, { inputUsdPerMillion: 10, outputUsdPerMillion: 30 });
    handler.mockClear();
    const script = [costing(30_000, doing("1")), costing(30_000, doing("2")), { text: "never" }];
    const run = await completeRun(member, script, { text: "money-marker" });
    // 29,999 × $10 and 1 × $30 a million, and the next question costs about as much again.
    expect(run).toMatchObject({ status: "failed", stopReason: "token_budget", costUsd: 0.300_02, unpricedTokens: 0 });
    expect([ran(), model.requests("money-marker").length]).toEqual([1, 1]);
    expect(await wordsOf(member, run.id)).toMatch(
      /I stopped here\. A run may cost \$0\.50\. It has cost \$0\.30002, and the next step needs about \$0\.29999 more\. Owners and admins/,
    );
    const second = await completeRun(member, [costing(60_000, doing("3")), { text: "never" }]);
    expect(second).toMatchObject({ stopReason: "token_budget", toolCalls: [{ status: "refused", ruleId: "floor/cost-limit" }] });
    expect(ran()).toBe(1);
  });

  it("of a model without a price is not asked where money is limited, and is where it is not", async () => {
    const { owner, member } = await limited({ organizationUsdPerDay: 100 });
    const run = await completeRun(member, [{ text: "never" }], { text: "unpriced-marker" });
    expect(run).toMatchObject({ status: "failed", stopReason: "token_budget", usage: { totalTokens: 0 } });
    expect(model.requests("unpriced-marker")).toHaveLength(0);
    expect(await wordsOf(member, run.id)).toBe(
      "I stopped here. This organization limits what its runs may cost, and openai-compatible:fake has no price, so nobody could tell. Owners and admins set prices under Settings, Limits.",
    );
    await putLimits(owner.ctx, DEFAULT_LIMITS);
    const free = await completeRun(member, [costing(500, { text: "Yes." })]);
    expect(free).toMatchObject({ status: "succeeded", costUsd: 0, unpricedTokens: 500 });
  });

  it("pays the price of the moment for each step, and what it paid stays", async () => {
    const organization = await limited({});
    await setPrice(organization, { inputUsdPerMillion: 1, outputUsdPerMillion: 0 });
    const run = await completeRun(organization.member, [
      { ...doing("1"), usage: { input: 1_000, output: 500 } },
      { text: "Done.", usage: { input: 2_000, output: 1 } },
    ]);
    expect(run).toMatchObject({ costUsd: 0.003, unpricedTokens: 0 });
    await setPrice(organization, { inputUsdPerMillion: 9, outputUsdPerMillion: 9 });
    expect(await getRun(organization.member.ctx, { runId: run.id })).toMatchObject({ costUsd: 0.003 });
  });

  it("whose last answer fits is not spoiled by its own cost", async () => {
    const { member } = await limited({ tokensPerRun: 5_000 });
    expect(await completeRun(member, [costing(9_000, { text: "All of it." })])).toMatchObject({ stopReason: "final_message" });
  });

  it("that is at work for too long is stopped in the middle of an answer, keeps what was said, and says why", async () => {
    const { member } = await limited({ activeMsPerRun: 1_000 });
    const run = await completeRun(member, [{ text: 400, rate: 40 }]);
    expect(run).toMatchObject({ status: "failed", stopReason: "timeout" });
    const words = await wordsOf(member, run.id);
    expect(words).toMatch(/.{20,}I stopped here\. A run may be at work for 1 s, and it has been for 1 s\./s);
  });

  it("that is at work for too long is stopped in the middle of a call, whose end is recorded", async () => {
    const { member } = await limited({ activeMsPerRun: 1_000 });
    const begunAt = Date.now();
    const run = await completeRun(member, [{ calls: [{ tool: slow, args: { text: "1" } }] }, { text: "never" }]);
    expect(run).toMatchObject({ stopReason: "timeout", toolCalls: [{ status: "cancelled", outcome: { executed: true } }] });
    expect(Date.now() - begunAt).toBeLessThan(3_000);
  });

  it("that waits for a person does not use up its time", async () => {
    const { member, approver } = await limited({ activeMsPerRun: 1_500 });
    const { run, approvals } = await parkCalls(member, [{ tool: "shell", args: { command: "echo hi" } }]);
    await delay(2_000);
    await decide(approver, approvals[0], "deny", "No.");
    await driveGranted(member, run.id);
    const [row] = await member.ctx.db.sql(
      (sql) => sql`select stop_reason as "stopReason", active_ms as "activeMs" from runs where id = ${run.id}`,
    );
    expect(row).toMatchObject({ stopReason: "final_message" });
    expect(row?.activeMs).toBeGreaterThan(0);
    expect(row?.activeMs).toBeLessThan(1_500);
  });

  it("that fails the same call in the same way eight times in a row is stopped as going round in circles", async () => {
    const { member } = await limited({});
    const script: Script = Array.from({ length: 10 }, () => ({ calls: [{ tool: missing, args: { text: "same" } }] }));
    const run = await completeRun(member, script);
    expect(run).toMatchObject({ status: "failed", stopReason: "no_progress", iterations: 8 });
    expect(run.toolCalls).toHaveLength(8);
    expect(await wordsOf(member, run.id)).toContain(`8 times in a row I asked for the same call of ${missing}`);
  });
});

describe("a day", () => {
  it("that is used up refuses a message before anything is stored or asked, and says until when", async () => {
    const { member, admin } = await limited({ memberTokensPerDay: 1_000 });
    await completeRun(member, [costing(1_500, { text: "Dear." })]);
    const chatId = await insertChat(member);
    const send = (person: SceneMember) =>
      callRoute(sendRoute, {
        method: "POST",
        apiKey: person.apiKey,
        params: { id: chatId },
        body: { text: "day-over-marker", clientMessageId: newId<string>() },
      });
    const answer = await send(member);
    expect(answer).toMatchObject({
      status: 429,
      body: {
        code: "rate_limited",
        limit: "memberTokensPerDay",
        allowed: 1_000,
        used: 1_500,
        detail: expect.stringContaining("Owners and admins"),
      },
    });
    expect(answer.body.retryAfterMs).toBeLessThanOrEqual(24 * 60 * 60_000);
    expect(model.requests("day-over-marker")).toHaveLength(0);
    const rows = await member.ctx.db.sql(
      (sql) => sql`
        select 1 from messages where tenant_id = ${member.ctx.tenantId} and chat_id = ${chatId}
        union all select 1 from runs where tenant_id = ${member.ctx.tenantId} and chat_id = ${chatId}
        union all select 1 from chats where tenant_id = ${member.ctx.tenantId} and id = ${chatId} and active_run_id is not null`,
    );
    expect(rows).toEqual([]);
    await expect(completeRun(admin, [{ text: "Mine is fresh." }])).resolves.toMatchObject({ status: "succeeded" });
  });

  it("that is used up refuses a message to the queue too, and still knows one that was sent before", async () => {
    const { member, owner } = await limited({ organizationCallsPerDay: 1 });
    const chatId = await insertChat(member);
    const text = `Go.\n#script ${JSON.stringify([doing("1"), { text: 30, rate: 40 }])}`;
    const first = { chatId, text, clientMessageId: newId<string>() };
    const { runId, claimed } = await sendMessage(member.ctx, first);
    const driven = claimed && runAgent(claimed);
    await vi.waitFor(async () => expect((await getLimits(member.ctx)).usedToday.organization.calls).toBe(1));
    const message = { chatId, text: "later", clientMessageId: newId<string>(), queue: true };
    await expect(sendMessage(owner.ctx, message)).rejects.toMatchObject({
      code: "rate_limited",
      facts: { limit: "organizationCallsPerDay" },
    });
    expect((await sendMessage(member.ctx, first)).runId).toBe(runId);
    await driven;
  });

  it("has no call too many, however many runs make them at once: 50 runs of a member, 10 calls a day", async () => {
    const { member } = await limited({ memberCallsPerDay: 10 });
    handler.mockClear();
    // All of them have begun when the first of them asks for its call.
    const step = (index: number) => ({ ...doing(`${index}`), ttft: 1_500 });
    const runs = await Promise.all(Array.from({ length: 50 }, (_, index) => completeRun(member, [step(index), { text: "Done." }])));
    expect(ran()).toBe(10);
    const reasons = runs.map(({ stopReason }) => stopReason);
    expect(reasons.filter((reason) => reason === "final_message")).toHaveLength(10);
    expect(reasons.filter((reason) => reason === "max_tool_calls")).toHaveLength(40);
    const refused = runs.flatMap(({ toolCalls }) => toolCalls).filter(({ status }) => status === "refused");
    expect(refused).toHaveLength(40);
    expect(new Set(refused.map(({ kind, ruleId }) => `${kind} ${ruleId}`))).toEqual(new Set(["quota_exceeded floor/day-call-limit"]));
  }, 60_000);

  it("has no call too many for the whole organization either, over its members and several calls a step", async () => {
    const { id, owner } = await limited({ organizationCallsPerDay: 10, memberCallsPerDay: 7 });
    const members = await Promise.all(Array.from({ length: 5 }, () => createSceneMember(id, "member")));
    const counts = await Promise.all(
      members.flatMap((member) =>
        Array.from({ length: 10 }, () =>
          member.ctx.db.sql((sql) =>
            spend(
              sql,
              member.ctx,
              { ...DEFAULT_LIMITS, organizationCallsPerDay: 10, memberCallsPerDay: 7 },
              { calls: 3, tokens: 5, microUsd: 0 },
            ),
          ),
        ),
      ),
    );
    expect(counts.filter(({ isReserved }) => isReserved)).toHaveLength(3);
    const rows = await owner.ctx.db.sql(
      (sql) => sql`select subject = ${id} as "isAll", calls, tokens from daily_usage where tenant_id = ${id} order by calls desc`,
    );
    expect(rows[0]).toEqual({ isAll: true, calls: 9, tokens: 250 });
    expect(rows.slice(1).reduce((sum, row) => sum + row.calls, 0)).toBe(9);
    expect(Math.max(...rows.slice(1).map((row) => row.calls))).toBeLessThanOrEqual(6);
  });

  it("gets back the calls that did not run, and counts one that waits", async () => {
    const { member, approver } = await limited({ memberCallsPerDay: 1 });
    const counted = async () => {
      const [row] = await member.ctx.db.sql((sql) => sql`select calls from daily_usage where subject = ${member.userId}`);
      return row?.calls;
    };
    const { run, approvals } = await parkCalls(member, [{ tool: "shell", args: { command: "echo hi" } }]);
    expect(await counted()).toBe(1);
    await decide(approver, approvals[0], "deny", "No.");
    await driveGranted(member, run.id);
    expect(await counted()).toBe(0);
    expect(await completeRun(member, [doing("1"), { text: "Done." }])).toMatchObject({ stopReason: "final_message" });
    expect(await counted()).toBe(1);
  });

  it("whose limit is set in the middle of it counts what was used before", async () => {
    const { member, owner } = await limited({});
    await completeRun(member, [costing(700, doing("1", "2")), costing(800, { text: "Done." })]);
    await putLimits(owner.ctx, { ...DEFAULT_LIMITS, memberCallsPerDay: 2 });
    await expect(completeRun(member, [{ text: "never" }])).rejects.toMatchObject({ code: "rate_limited", facts: { used: 2 } });
    expect((await getLimits(member.ctx)).usedToday).toEqual({
      member: { calls: 2, tokens: 1_500, usd: 0 },
      organization: { calls: 2, tokens: 1_500, usd: 0 },
    });
  });

  it("begins at 00:00 UTC: what was used yesterday is not counted", async () => {
    const { member, id } = await limited({ memberCallsPerDay: 5 });
    await member.ctx.db.sql(
      (sql) => sql`
        insert into daily_usage (tenant_id, day, subject, calls) values (${id}, (now() at time zone 'UTC')::date - 1, ${member.userId}, 5)`,
    );
    expect(await completeRun(member, [doing("1"), { text: "Done." }])).toMatchObject({ stopReason: "final_message" });
  });

  it("is counted only where a limit is set: nobody waits for a counter that nobody needs", async () => {
    const { member, id } = await limited({ callsPerRun: 50 });
    await completeRun(member, [doing("1"), { text: "Done." }]);
    expect(await member.ctx.db.sql((sql) => sql`select 1 from daily_usage where tenant_id = ${id}`)).toEqual([]);
  });
});

it("a change holds for a run that is under way, from its next step on", async () => {
  const { member, owner } = await limited({});
  handler.mockClear();
  const script = [doing("1"), { ...doing("2"), ttft: 600 }, { ...doing("3"), ttft: 600 }, { text: "never" }];
  const { runId, driven } = await startRun(member, script);
  await vi.waitFor(() => expect(ran()).toBe(1));
  await putLimits(owner.ctx, { ...DEFAULT_LIMITS, callsPerRun: 2 });
  await driven;
  const [row] = await member.ctx.db.sql((sql) => sql`select stop_reason as "stopReason" from runs where id = ${runId}`);
  expect([row?.stopReason, ran()]).toEqual(["max_tool_calls", 2]);
});

it("a workspace that is full takes no larger file: the call is refused with the limit's words, the run goes on, and room can be made", async () => {
  const { member } = await limited({ workspaceBytes: 1_048_576, tokensPerRun: null });
  const write = (path: string, chars: number) => ({
    calls: [{ tool: "file_system", args: { action: "write", path, content: "x".repeat(chars) } }],
  });
  const script = [write("a.txt", 700_000), write("b.txt", 700_000), write("a.txt", 1), write("b.txt", 700_000), { text: "Done." }];
  const run = await completeRun(member, script);
  expect(run).toMatchObject({ status: "succeeded", stopReason: "final_message" });
  expect(run.toolCalls.map(({ status, outcome }) => [status, outcome?.errorCode])).toEqual([
    ["succeeded", null],
    ["refused", "tool_not_allowed"],
    ["succeeded", null],
    ["succeeded", null],
  ]);
  expect(run.toolCalls[1]).toMatchObject({ kind: "gate_denied", reason: expect.stringContaining("The workspace may take 1 MiB") });
});

it("a counter that is not locked would let calls through: the planted violation", async () => {
  const { member, id } = await limited({ memberCallsPerDay: 10 });
  const careless = () =>
    member.ctx.db.sql(async (sql) => {
      const [row] = await sql`select calls from daily_usage where tenant_id = ${id} and subject = ${member.userId}`;
      if ((row?.calls ?? 0) >= 10) return false;
      await delay(20);
      await sql`
        insert into daily_usage (tenant_id, day, subject, calls) values (${id}, (now() at time zone 'UTC')::date, ${member.userId}, 1)
        on conflict (tenant_id, day, subject) do update set calls = daily_usage.calls + 1`;
      return true;
    });
  const passed = await Promise.all(Array.from({ length: 50 }, careless));
  expect(passed.filter(Boolean).length).toBeGreaterThan(10);
});

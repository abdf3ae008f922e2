import postgres from "postgres";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { decideApproval } from "#lib/approvals/decide-approval.ts";
import { listApprovals } from "#lib/approvals/list-approvals.ts";
import { judgeEdit } from "#lib/gate/index.ts";
import type { RunId } from "#lib/ids.ts";
import { getLimits } from "#lib/limits/get-limits.ts";
import { DEFAULT_LIMITS } from "#lib/limits/limits.ts";
import { putLimits } from "#lib/limits/put-limits.ts";
import { PRESET_RULES } from "#lib/policies/presets.ts";
import { putPolicy } from "#lib/policies/put-policy.ts";
import { getRun } from "#lib/runs/get-run.ts";
import { claimAbandoned } from "#lib/testing/claim-abandoned.ts";
import { testDatabase } from "#lib/testing/database.ts";
import { driveGranted } from "#lib/testing/drive-granted.ts";
import { registerProbe } from "#lib/testing/gate-scene.ts";
import { type ModelServer, startModelServer } from "#lib/testing/model-server/index.ts";
import { completeRun, type Script, startRun } from "#lib/testing/run-scene.ts";
import { createSceneOrganization, type SceneOrganization } from "#lib/testing/scene.ts";
import { useModelServer } from "#lib/testing/use-model-server.ts";
import { runAgent } from "./run-agent.ts";

const handler = vi.fn(async ({ text }: { text: string }) => ({ data: null, text: `did ${text}` }));
const read = registerProbe({ run: handler });
const act = registerProbe({ effect: "write", run: handler });
const ask = registerProbe({ effect: "irreversible", run: handler });
const either = registerProbe({
  effect: "irreversible",
  effectOf: ({ text }) => (text.startsWith("x") ? "read" : "irreversible"),
  run: handler,
});

let model: ModelServer;
let organization: SceneOrganization;
let admin: postgres.Sql;

beforeAll(async () => {
  model = await startModelServer();
  useModelServer(model);
  organization = await createSceneOrganization();
  const rules = [
    ...PRESET_RULES.balanced,
    { id: "probes", effect: "allow", tool: "probe_*", reason: "Probes may run." } as const,
    { id: "asks", effect: "ask", tool: ask, reason: "Ask." } as const,
    { id: "asks-either", effect: "ask", tool: either, reason: "Ask." } as const,
  ];
  await putPolicy(organization.owner.ctx, { preset: "balanced", rules });
  admin = postgres((await testDatabase()).adminUrl, { max: 1, onnotice: () => undefined });
  await admin.unsafe("create function fault() returns trigger language plpgsql as $$ begin raise exception 'planted fault'; end $$");
});
beforeEach(() => {
  handler.mockClear();
});
afterEach(async () => {
  for (const table of ["run_steps", "tool_calls", "approvals", "audit_entries"])
    await admin.unsafe(`drop trigger if exists fault on ${table}`);
});
afterAll(async () => {
  await admin.end();
  await model.close();
});

/** From now on that change of that table fails, as a full disk or a lost connection would have it. */
function failOn(change: string, table: string, condition = "true"): Promise<unknown> {
  return admin.unsafe(`create trigger fault before ${change} on ${table} for each row when (${condition}) execute function fault()`);
}

/** What is stored of a run's first step. */
async function storedOf(runId: RunId) {
  const [row] = await organization.owner.ctx.db.sql(
    (sql) => sql<{ steps: number; calls: number; approvals: number; step: number }[]>`
      select (select count(*)::int from run_steps where run_id = r.id) as steps, (select count(*)::int from tool_calls where run_id = r.id) as calls,
             (select count(*)::int from approvals where run_id = r.id) as approvals, r.step
        from runs r where r.id = ${runId}`,
  );
  return row;
}

/** The next driver, once the first has given up. */
async function driveAgain(runId: RunId) {
  for (const table of ["run_steps", "tool_calls", "approvals", "audit_entries"])
    await admin.unsafe(`drop trigger if exists fault on ${table}`);
  await runAgent(await claimAbandoned(organization.member, runId));
  return getRun(organization.member.ctx, { runId });
}

/** No two calls the same: the second of them would wait for a person. */
const calling = (...tools: string[]): Script => [
  { calls: tools.map((tool, index) => ({ tool, args: { text: `x${index}` } })) },
  { text: "Done." },
];

describe("an assistant message and its calls", () => {
  it.each([
    ["the message", "insert", "run_steps", [act, read]],
    ["one of its calls", "insert", "tool_calls", [act, read]],
    ["the last of its calls", "insert", "tool_calls", [act, read, act]],
    ["a request of one of them", "insert", "approvals", [act, ask]],
    ["the outcome of one that is refused", "insert", "audit_entries", [act, "nope"]],
  ])("are stored together or not at all: %s cannot be stored, so nothing is, and nothing has acted", async (what, change, table, tools) => {
    await failOn(change, table, what === "the last of its calls" ? "new.position = 2" : "true");
    const run = await completeRun(organization.member, calling(...tools));
    expect(run).toMatchObject({ status: "running", toolCalls: [], iterations: 0 });
    expect(await storedOf(run.id)).toEqual({ steps: 0, calls: 0, approvals: 0, step: 0 });
    // A read may have been made, and leaves nothing behind; what acts waits until its intent is durable.
    expect(handler.mock.calls.length).toBeLessThanOrEqual(tools.filter((tool) => tool === read).length);

    handler.mockClear();
    const again = await driveAgain(run.id);
    expect(again.toolCalls.map((call) => call.tool)).toEqual(tools);
    expect(await storedOf(run.id)).toMatchObject({ calls: tools.length });
    expect(handler).toHaveBeenCalledTimes(again.toolCalls.filter((call) => call.status === "succeeded").length);
  });

  it("are not stored by a driver whose run was taken over, nor does it act", async () => {
    const steps = [{ ttft: 600, calls: [{ tool: act, args: { text: "x" } }] }, { text: "Done." }];
    const { runId, driven } = await startRun(organization.member, steps, { text: "taken over" });
    await vi.waitFor(() => expect(model.requests("taken over")).toHaveLength(1), { timeout: 10_000 });
    await organization.owner.ctx.db.sql((sql) => sql`update runs set epoch = epoch + 1, lease_owner = 'another' where id = ${runId}`);
    await driven;
    expect(await storedOf(runId)).toMatchObject({ steps: 0, calls: 0 });
    expect(handler).not.toHaveBeenCalled();
    expect(await getRun(organization.member.ctx, { runId })).toMatchObject({ status: "running", endedAt: null });
    expect((await driveAgain(runId)).toolCalls).toMatchObject([{ status: "succeeded" }]);
    expect(handler).toHaveBeenCalledTimes(1);
  });
});

describe("the outcome of a call", () => {
  it("that could not be stored is unknown for what acts, and is not repeated; a read is made again", async () => {
    for (const [tool, status, times] of [
      [act, "unknown", 1],
      [read, "succeeded", 2],
    ] as const) {
      handler.mockClear();
      await failOn("insert", "audit_entries", "new.action = 'tool-call-succeeded'");
      const run = await completeRun(organization.member, calling(tool));
      // A read may stand in one transaction with the step that asked for it; an intent is durable before anything acts.
      expect(run).toMatchObject({ status: "running", toolCalls: tool === act ? [{ status: "executing" }] : expect.any(Array) });
      expect(run.toolCalls.filter((call) => call.outcome !== null || call.endedAt !== null)).toEqual([]);
      const again = await driveAgain(run.id);
      expect(again).toMatchObject({ status: "succeeded", toolCalls: [{ status }] });
      expect(handler).toHaveBeenCalledTimes(times);
    }
  });

  it("is that of what an approver made of it: a read that became an act is unknown, and is not repeated", async () => {
    const { member, approver } = organization;
    const run = await completeRun(member, calling(either));
    const { items } = await listApprovals(approver.ctx, { status: "pending", chatId: run.chatId, limit: 1 });
    const [approval] = items;
    if (!approval) throw new Error("Nothing waits.");
    expect(approval).toMatchObject({ effect: "read", summary: "Probe x0" });
    const edit = await judgeEdit(approver.ctx, approval.id, { text: "act" });
    const decided = await decideApproval(approver.ctx, {
      approvalId: approval.id,
      decision: "approve",
      inputDigest: approval.inputDigest,
      edit,
    });
    expect(decided).toMatchObject({ status: "approved", effect: "irreversible", summary: "Probe act", input: { text: "x0" } });
    await failOn("insert", "audit_entries", "new.action = 'tool-call-succeeded'");
    await driveGranted(member, run.id);
    expect(await driveAgain(run.id)).toMatchObject({ status: "succeeded", toolCalls: [{ status: "unknown" }] });
    expect(handler).toHaveBeenCalledTimes(1);
  });

  it("is not begun when its intent cannot be stored, and is made by the next driver", async () => {
    await failOn("update of status", "tool_calls", "new.status = 'executing'");
    const run = await completeRun(organization.member, calling(act));
    expect(run.status).toBe("running");
    expect(run.toolCalls.filter((call) => call.status !== "proposed" || call.startedAt !== null)).toEqual([]);
    expect(handler).not.toHaveBeenCalled();
    expect(await driveAgain(run.id)).toMatchObject({ status: "succeeded", toolCalls: [{ status: "succeeded" }] });
    expect(handler).toHaveBeenCalledTimes(1);
  });
});

describe("the start of a call", () => {
  it.each([
    [
      "was stopped, although nobody has told this process yet",
      "update runs set cancel_requested_at = now() where id = '$run'",
      "cancelled",
    ],
    ["was begun by another", "update tool_calls set status = 'executing' where run_id = '$run' and position = 1", "succeeded"],
    ["was closed by another", "update tool_calls set status = 'cancelled' where run_id = '$run' and position = 1", "succeeded"],
  ])("is the row's to decide: nothing runs when it %s, and a run that was stopped says so", async (_, statement, status) => {
    const meddling = registerProbe({
      run: async (_, { runId }) => {
        // The step is written behind a read; what happens to its rows happens after that.
        await vi.waitFor(async () => expect(await storedOf(runId)).toMatchObject({ calls: 2 }));
        await admin.unsafe(statement.replace("$run", runId));
        return { data: null, text: "done" };
      },
    });
    const run = await completeRun(organization.member, calling(meddling, act));
    expect(run.status).toBe(status);
    expect(run.toolCalls).toMatchObject([
      { status: "succeeded" },
      { status: "cancelled", kind: "run_cancelled", outcome: { executed: false } },
    ]);
    expect(handler).not.toHaveBeenCalled();
  });
});

describe("the database itself", () => {
  it("holds that nothing executes without the rule that allowed it, nor twice", async () => {
    const run = await completeRun(organization.member, calling(act));
    const [call] = run.toolCalls;
    const change = (set: string) => admin.unsafe(`update tool_calls set ${set} where id = '${call?.id}'`);
    await expect(change("rule_id = null")).rejects.toThrow("executed_only_when_decided");
    await expect(change("executions = 2")).rejects.toThrow("executed_once");
  });
});

/** The last driver of a run that had too many. */
async function giveUp(runId: RunId) {
  await organization.owner.ctx.db.sql((sql) => sql`update runs set interruptions = 5 where id = ${runId}`);
  return driveAgain(runId);
}

it("a run that is given up in the middle of a call does not leave it open: it may have happened", async () => {
  await failOn("insert", "audit_entries", "new.action = 'tool-call-succeeded'");
  const begun = await completeRun(organization.member, calling(act));
  expect(await giveUp(begun.id)).toMatchObject({ status: "failed", stopReason: "interrupted", toolCalls: [{ status: "unknown" }] });
});

describe("the counter of a limited day", () => {
  beforeAll(() => putLimits(organization.owner.ctx, { ...DEFAULT_LIMITS, memberCallsPerDay: 1_000, organizationCallsPerDay: 1_000 }));

  /** What is counted, of the member and of all, beside what the records say. */
  async function counters() {
    const { ctx } = organization.member;
    const rows = await ctx.db.sql((sql) => sql<{ subject: string; calls: number }[]>`select subject, calls::int from daily_usage`);
    const calls = (subject: string) => rows.find((row) => row.subject === subject)?.calls ?? 0;
    const { member, organization: everybody } = (await getLimits(ctx)).usedToday;
    return { counted: [calls(ctx.userId), calls(ctx.tenantId)], recorded: [member.calls, everybody.calls] };
  }

  it("holds no call of a process that died over its step, which is reserved and stored together", async () => {
    const before = await counters();
    await failOn("insert", "run_steps");
    const run = await completeRun(organization.member, calling(act, read));
    expect(run).toMatchObject({ status: "running", toolCalls: [] });
    expect(await counters()).toEqual(before);
    expect(await driveAgain(run.id)).toMatchObject({ status: "succeeded" });
    const { counted, recorded } = await counters();
    expect([counted, recorded]).toEqual([before.counted.map((calls) => calls + 2), counted]);
  });

  it("gets back what a run had reserved that ends before its calls", async () => {
    const before = await counters();
    await failOn("update", "tool_calls", "new.status = 'executing'");
    const run = await completeRun(organization.member, calling(act, act));
    const { stopReason, toolCalls } = await giveUp(run.id);
    expect([stopReason, toolCalls.map(({ status, outcome }) => [status, outcome?.executed])]).toEqual([
      "interrupted",
      [
        ["cancelled", false],
        ["cancelled", false],
      ],
    ]);
    expect(await counters()).toEqual(before);
  });
});

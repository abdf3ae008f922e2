import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { runAgent } from "#lib/agent/run-agent.ts";
import { claimRun } from "#lib/runs/claim-run.ts";
import { getRun } from "#lib/runs/get-run.ts";
import { fireSchedule } from "#lib/schedules/fire-schedule.ts";
import { runScheduleNow } from "#lib/schedules/run-schedule-now.ts";
import { tickSchedules } from "#lib/schedules/tick-schedules.ts";
import { decide, parkCalls } from "#lib/testing/approval-scene.ts";
import { driveGranted } from "#lib/testing/drive-granted.ts";
import { type ModelServer, startModelServer } from "#lib/testing/model-server/index.ts";
import { type ArrivedSpan, type OtlpCollector, startOtlpCollector } from "#lib/testing/otlp-collector.ts";
import { completeRun } from "#lib/testing/run-scene.ts";
import { createSceneOrganization, SCENE_PASSWORD, type SceneOrganization } from "#lib/testing/scene.ts";
import { insertSchedule } from "#lib/testing/schedule-scene.ts";
import { useModelServer } from "#lib/testing/use-model-server.ts";
import { startWorkerProcess } from "#lib/testing/worker-process.ts";
import { startTracing, stopTracing } from "./tracing.ts";

let model: ModelServer;
let collector: OtlpCollector;
let ours: SceneOrganization;

beforeAll(async () => {
  collector = await startOtlpCollector();
  process.env.OTEL_EXPORTER_OTLP_ENDPOINT = collector.url;
  process.env.OTEL_EXPORTER_OTLP_HEADERS = "authorization=Bearer%20a-collectors-key";
  model = await startModelServer();
  useModelServer(model);
  ours = await createSceneOrganization();
});
afterAll(() => Promise.all([model.close(), collector.close()]));
beforeEach(async () => {
  collector.answer = 200;
  await startTracing("countersign-web");
});
afterEach(async () => {
  await stopTracing();
  vi.restoreAllMocks();
});

/** Everything that was recorded of a run, in the order of its beginning; a span that contains others first. */
async function traceOf(id: string): Promise<ArrivedSpan[]> {
  await stopTracing();
  const spans = collector.spans().filter(({ traceId }) => traceId === id.replaceAll("-", ""));
  return spans.sort((left, right) => left.startMs - right.startMs || right.endMs - left.endMs);
}

const shell = (command: string) => ({ tool: "shell", args: { command } });
const list = { tool: "file_system", args: { action: "list", path: "." } };
const named = (spans: ArrivedSpan[], name: string) => spans.filter((span) => span.name === name);

describe("the trace of a run", () => {
  it("has the run at its root, and below it each step, each call that came before the gate, and each wait for a person", async () => {
    const { member, approver } = ours;
    const { run, approvals } = await parkCalls(member, [shell("rm -rf /"), shell("echo hi"), list]);
    await decide(approver, approvals[0], "approve");
    await driveGranted(member, run.id);
    const spans = await traceOf(run.id);
    expect(spans.map(({ name }) => name).sort()).toEqual([
      "chat fake",
      "chat fake",
      "execute_tool file_system",
      "execute_tool shell",
      "execute_tool shell",
      "invoke_agent",
      "wait_for_approval",
    ]);

    const { usage, toolCalls, chatId } = await getRun(member.ctx, { runId: run.id });
    const [root] = named(spans, "invoke_agent");
    expect(root).toMatchObject({ parentSpanId: null, kind: 1, isError: false, service: "countersign-web" });
    expect(root?.facts).toEqual({
      "gen_ai.operation.name": "invoke_agent",
      "gen_ai.conversation.id": chatId,
      "gen_ai.usage.input_tokens": usage.inputTokens,
      "gen_ai.usage.output_tokens": usage.outputTokens,
      "countersign.tenant.id": ours.id,
      "countersign.run.id": run.id,
      "countersign.run.trigger": "chat",
      "countersign.run.status": "succeeded",
      "countersign.run.stop_reason": "final_message",
      "countersign.run.iterations": 1,
    });
    const children = spans.filter((span) => span !== root);
    expect(children.every(({ parentSpanId }) => parentSpanId === root?.spanId)).toBe(true);

    const [asked, said] = named(spans, "chat fake");
    expect(asked).toMatchObject({ kind: 3, isError: false });
    expect([asked?.facts["countersign.run.step"], said?.facts["countersign.run.step"]]).toEqual([0, 1]);
    expect(said?.facts).toEqual({
      "gen_ai.operation.name": "chat",
      "gen_ai.provider.name": "openai-compatible",
      "gen_ai.request.model": "fake",
      "gen_ai.conversation.id": chatId,
      "gen_ai.response.finish_reasons": ["stop"],
      "gen_ai.usage.input_tokens": expect.any(Number),
      "gen_ai.usage.output_tokens": expect.any(Number),
      "countersign.tenant.id": ours.id,
      "countersign.run.step": 1,
    });
    const tokens = [asked, said].map((span) => Number(span?.facts["gen_ai.usage.input_tokens"]));
    expect(tokens.reduce((sum, count) => sum + count)).toBe(usage.inputTokens);

    const [refused, approved, listed] = toolCalls;
    expect(children.filter(({ name }) => name.startsWith("execute_tool")).map(({ facts }) => facts)).toEqual(
      expect.arrayContaining([
        {
          ...callFacts(refused, "shell"),
          "countersign.call.verdict": "refuse",
          "countersign.call.rule_id": "floor/blocked-command",
          "countersign.call.kind": "gate_denied",
          "countersign.call.status": "refused",
          "countersign.call.executed": false,
          "countersign.call.effect": "irreversible",
        },
        {
          ...callFacts(approved, "shell"),
          "countersign.call.verdict": "ask",
          "countersign.call.rule_id": "shell-asks",
          "countersign.call.status": "succeeded",
          "countersign.call.executed": true,
          "countersign.call.effect": "irreversible",
          "countersign.approval.id": approvals[0].id,
        },
        {
          ...callFacts(listed, "file_system"),
          "countersign.call.verdict": "allow",
          "countersign.call.rule_id": "reads-allow",
          "countersign.call.status": "succeeded",
          "countersign.call.executed": true,
          "countersign.call.effect": "read",
        },
      ]),
    );

    const [wait] = named(spans, "wait_for_approval");
    expect(wait?.facts).toEqual({
      "gen_ai.tool.name": "shell",
      "gen_ai.tool.call.id": approved?.toolCallId,
      "countersign.tenant.id": ours.id,
      "countersign.call.id": approved?.id,
      "countersign.approval.id": approvals[0].id,
      "countersign.approval.status": "approved",
    });
    const [, ran] = named(spans, "execute_tool shell");
    expect(wait?.endMs).toBeLessThanOrEqual(ran?.startMs ?? 0);
  });

  function callFacts(call: { id: string; toolCallId: string } | undefined, tool: string) {
    return {
      "gen_ai.operation.name": "execute_tool",
      "gen_ai.tool.name": tool,
      "gen_ai.tool.call.id": call?.toolCallId,
      "countersign.tenant.id": ours.id,
      "countersign.call.id": call?.id,
    };
  }

  it("is one trace when another process goes on with the run, and that process sends its last spans before it ends", async () => {
    const { member, approver } = ours;
    const { run, approvals } = await parkCalls(member, [shell("echo hi")]);
    const worker = await startWorkerProcess(model, {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_SERVICE_NAME: "night-shift",
      OTEL_RESOURCE_ATTRIBUTES: "deployment.environment.name=test",
    });
    try {
      await decide(approver, approvals[0], "approve");
      await vi.waitFor(async () => expect((await getRun(member.ctx, { runId: run.id })).status).toBe("succeeded"), { timeout: 10_000 });
    } finally {
      // At once: what waits for company now is not lost.
      const stoppedAt = performance.now();
      expect(await worker.stop()).toBe(0);
      expect(performance.now() - stoppedAt).toBeLessThan(3_000);
    }
    const spans = await traceOf(run.id);
    expect(spans.map(({ service, name }) => [service, name])).toEqual([
      ["night-shift", "invoke_agent"],
      ["countersign-web", "chat fake"],
      ["night-shift", "wait_for_approval"],
      ["night-shift", "execute_tool shell"],
      ["night-shift", "chat fake"],
    ]);
    expect(new Set(spans.slice(1).map(({ parentSpanId }) => parentSpanId))).toEqual(new Set([spans[0]?.spanId]));
    expect(collector.requests.some(({ body }) => body.includes('"deployment.environment.name"'))).toBe(true);
  }, 40_000);

  it("says how a run failed by codes alone", async () => {
    const run = await completeRun(ours.member, [
      { error: { status: 401, code: "invalid_api_key", message: "canary-of-an-error", after: 0 } },
    ]);
    expect(run).toMatchObject({ status: "failed", stopReason: "model_error" });
    const spans = await traceOf(run.id);
    expect(spans.map(({ name, isError, facts }) => [name, isError, facts["error.type"]])).toEqual([
      ["invoke_agent", true, "model_error"],
      ["chat fake", true, expect.stringMatching(/^[a-z_]+$/)],
    ]);
  });

  it("has a failed call as an error with its code, and one that was denied as none", async () => {
    const { member, approver } = ours;
    const missing = { tool: "file_system", args: { action: "read", path: "no-such-file" } };
    const { run, approvals } = await parkCalls(member, [missing, shell("echo hi")]);
    await decide(approver, approvals[0], "deny");
    await driveGranted(member, run.id);
    const spans = await traceOf(run.id);
    const [failed] = named(spans, "execute_tool file_system");
    expect(failed).toMatchObject({ isError: true, facts: { "countersign.call.status": "failed", "error.type": "not_found" } });
    const [denied] = named(spans, "execute_tool shell");
    expect(denied).toMatchObject({
      isError: false,
      facts: { "countersign.call.status": "denied", "countersign.call.kind": "approval_denied", "countersign.call.executed": false },
    });
    expect(named(spans, "wait_for_approval")[0]?.facts["countersign.approval.status"]).toBe("denied");
  });
});

describe("the trace of a schedule's run", () => {
  it("begins with the firing, and a firing that was skipped has one of its own", async () => {
    const [nine, ten] = ["2027-03-10T09:00:00Z", "2027-03-10T10:00:00Z"].map((time) => new Date(time)) as [Date, Date];
    const prompt = `Go.\n#script ${JSON.stringify([{ text: "Done." }])}`;
    const id = await insertSchedule(ours.member, { cron: "0 * * * *", nextRunAt: nine, prompt });
    const fired = [...(await tickSchedules(nine)).fired, ...(await tickSchedules(ten)).fired];
    const [first, second] = fired.filter(({ tenantId }) => tenantId === ours.id).map(({ scheduleRunId }) => scheduleRunId);
    if (!first || !second) throw new Error("It did not fire twice.");
    const runId = await fireSchedule(ours.id, first);
    expect(await fireSchedule(ours.id, second)).toBeNull();
    const claimed = runId && (await claimRun(ours.id, runId));
    if (!claimed) throw new Error("Its run did not begin.");
    await runAgent(claimed);

    const spans = await traceOf(runId);
    expect(spans.map(({ name }) => name).sort()).toEqual(["chat fake", "fire_schedule", "invoke_agent"]);
    const [[firing], [root]] = [named(spans, "fire_schedule"), named(spans, "invoke_agent")];
    // Both may begin in one millisecond.
    expect(firing?.startMs).toBeLessThanOrEqual(root?.startMs ?? 0);
    expect(firing?.parentSpanId).toBe(root?.spanId);
    expect(root?.facts).toMatchObject({ "countersign.run.trigger": "schedule", "countersign.schedule.id": id });
    const facts = { "countersign.tenant.id": ours.id, "countersign.schedule.id": id, "countersign.firing.cause": "due" };
    expect(firing?.facts).toEqual({
      ...facts,
      "countersign.firing.id": first,
      "countersign.firing.status": "begun",
      "countersign.run.id": runId,
    });
    expect(await traceOf(second)).toMatchObject([
      { parentSpanId: null, facts: { ...facts, "countersign.firing.id": second, "countersign.firing.status": "skipped" } },
    ]);
  });

  it("begins with the firing of a person who pressed Run now, too", async () => {
    const id = await insertSchedule(ours.member, { cron: "0 0 1 1 *", nextRunAt: new Date("2099-01-01T00:00:00Z") });
    const { runId } = await runScheduleNow(ours.member.ctx, { id, dryRun: true });
    expect(await traceOf(runId)).toMatchObject([{ name: "fire_schedule", facts: { "countersign.firing.cause": "dry-run" } }]);
  });
});

describe("what reaches the collector", () => {
  it("holds nothing of what people, models and tools said, and no secret", async () => {
    const { member, approver } = ours;
    const { run, approvals } = await parkCalls(
      member,
      [
        shell("echo canary-in-a-command"),
        { tool: "file_system", args: { action: "read", path: "canary-in-a-path" } },
        { tool: "canary-as-a-tool", args: { any: "canary-as-an-argument" } },
        { tool: "file_system", args: { action: "canary-as-an-action" } },
      ],
      { text: "canary-in-a-prompt", step: { text: "canary-in-an-answer" }, afterwards: [{ text: "canary-in-the-end" }] },
    );
    await decide(approver, approvals[0], "approve", "canary-in-a-reason");
    await driveGranted(member, run.id);
    expect(named(await traceOf(run.id), "execute_tool _OTHER")).toHaveLength(1);

    const sent = collector.requests.map(({ body }) => body).join("\n");
    // Planted: what is sent is what is looked through.
    expect(sent).toContain(run.id);
    const secrets = [process.env.AUTH_SECRET ?? "none", SCENE_PASSWORD, member.apiKey, "a-collectors-key", collector.url];
    const people = [member.name, member.email, approver.name, ours.name];
    for (const text of ["canary", ...secrets, ...people]) expect([text, sent.includes(text)]).toEqual([text, false]);
  });

  it("comes with the headers that are configured", () => {
    expect(collector.requests.length).toBeGreaterThan(0);
    const web = collector.requests.filter(({ body }) => body.includes('"countersign-web"'));
    for (const { path, headers } of web) {
      expect(path).toBe("/v1/traces");
      expect(headers.authorization).toBe("Bearer a-collectors-key");
    }
  });
});

describe("a collector that fails", () => {
  it("disturbs no run, and is told of once until it works again", async () => {
    const said: string[] = [];
    for (const stream of [process.stdout, process.stderr]) {
      vi.spyOn(stream, "write").mockImplementation((text) => {
        said.push(String(text));
        return true;
      });
    }
    const lines = (message: string) => said.filter((line) => line.includes(`"message":"${message}"`));
    collector.answer = 400;
    for (const _ of [1, 2, 3]) {
      const before = collector.requests.length;
      expect(await completeRun(ours.member, [{ calls: [list] }, { text: "Done." }])).toMatchObject({ status: "succeeded" });
      await vi.waitFor(() => expect(collector.requests.length).toBeGreaterThan(before), { timeout: 5_000 });
    }
    await sleep(50);
    expect(lines("traces-not-sent")).toHaveLength(1);
    expect(lines("traces-not-sent")[0]).toMatch(/Runs go on; .*"reason":"400 Bad Request"/);
    collector.answer = 200;
    await completeRun(ours.member, [{ text: "Done." }]);
    await vi.waitFor(() => expect(lines("traces-sent-again")).toHaveLength(1), { timeout: 5_000 });
    expect(said.join("")).not.toContain("a-collectors-key");
  }, 30_000);

  it("does not hold up the end of the process for longer than a second when it never answers", async () => {
    collector.answer = null;
    await completeRun(ours.member, [{ text: "Done." }]);
    const begun = performance.now();
    await stopTracing();
    expect(performance.now() - begun).toBeLessThan(1_000);
  });
});

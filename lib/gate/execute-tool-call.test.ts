import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, it, vi } from "vitest";
import type { Rule } from "#lib/policies/policy.ts";
import { callTo, EVERYTHING, registerProbe, TestGate } from "#lib/testing/gate-scene.ts";
import type { ToolContext } from "#lib/tools/define-tool.ts";
import { type ExecutionGrant, mintGrant } from "#lib/tools/grant.ts";
import { ToolFailure, ToolRefusal, type ToolResult } from "#lib/tools/outcome.ts";
import { evaluateCall, objectionTo } from "./evaluate-call.ts";
import { executeToolCall, type GateContext } from "./execute-tool-call.ts";
import { getTool } from "./registry.ts";

const result: ToolResult = { data: null, text: "done" };
const nothingHappened = { ok: false, executed: false, data: null, retryable: false, durationMs: 0 };

function deny(tool: string): Rule {
  return { id: `no-${tool}`, effect: "deny", tool, reason: "Not here." };
}

function ask(tool: string): Rule {
  return { id: `ask-${tool}`, effect: "ask", tool, reason: "Ask first." };
}

/** Resolves when the call was told to stop. */
function told({ signal }: ToolContext): Promise<void> {
  return new Promise((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
}

describe("a call that may not run", () => {
  const run = vi.fn(async () => result);
  const prepare = vi.fn(async () => undefined);
  const probe = registerProbe({ effect: "write", run, prepare });
  const checked = registerProbe({
    run,
    prepare,
    check: () => {
      throw new ToolRefusal("blocked_path", "That path is closed.");
    },
  });
  const unprepared = registerProbe({
    run,
    prepare: async () => {
      throw new ToolRefusal("blocked_address", "That address is private.");
    },
  });

  it.each<[string, Rule[], string, unknown, object]>([
    ["has no tool", [], "nope", {}, { kind: "invalid_call", ruleId: "floor/tool-not-found", outcome: { errorCode: "tool_not_found" } }],
    [
      "is denied by its tool",
      [EVERYTHING, deny(probe)],
      probe,
      { text: "a" },
      { kind: "gate_denied", ruleId: `no-${probe}`, reason: "Not here." },
    ],
    [
      "is denied by its arguments",
      [EVERYTHING, { ...deny(probe), when: [{ pointer: "/text", op: "equals", value: "bad" }] }],
      probe,
      { text: "bad" },
      { kind: "gate_denied", ruleId: `no-${probe}`, effect: "write", outcome: { errorCode: "tool_not_allowed" } },
    ],
    ["matches no rule", [{ ...EVERYTHING, tool: "other" }], probe, { text: "a" }, { kind: "gate_denied", ruleId: "default/deny" }],
    [
      "cannot be read",
      [],
      probe,
      "{",
      {
        kind: "invalid_call",
        reason: "The arguments cannot be read. They are not valid JSON; the text was probably cut off. Send one JSON object.",
        outcome: { errorCode: "invalid_arguments" },
      },
    ],
    ["does not fit", [], probe, { text: 7 }, { kind: "invalid_call", reason: "The arguments do not fit. text: must be string" }],
    [
      "names what the tool does not know",
      [],
      probe,
      { text: "a", tenantId: "b" },
      { kind: "invalid_call", outcome: { errorCode: "invalid_arguments" } },
    ],
    [
      "fails the tool's check",
      [],
      checked,
      { text: "a" },
      { kind: "gate_denied", ruleId: "floor/blocked-path", outcome: { errorCode: "blocked_path" } },
    ],
    [
      "must be asked for, and nobody was",
      [EVERYTHING, ask(probe)],
      probe,
      { text: "a" },
      { kind: "approval_unavailable", ruleId: `ask-${probe}` },
    ],
    ["fails the last look at the world", [], unprepared, { text: "a" }, { kind: "gate_denied", outcome: { errorCode: "blocked_address" } }],
  ])("is refused and reaches no handler: it %s", async (_, rules, name, args, expected) => {
    run.mockClear();
    const gate = new TestGate(...rules);
    const settled = await executeToolCall(gate, callTo(name, args));
    expect(settled).toMatchObject({ status: "refused", outcome: nothingHappened, ...expected });
    expect(settled.outcome.message).toBe(settled.reason);
    expect(settled.modelText).toBe(`REFUSED [${settled.kind}]: ${settled.reason}`);
    expect([run.mock.calls.length, gate.begun, gate.recorded]).toEqual([0, [], [settled]]);
  });

  it("is not prepared either: looking at the world comes after every rule", async () => {
    prepare.mockClear();
    for (const rules of [
      [EVERYTHING, deny(probe)],
      [EVERYTHING, ask(probe)],
    ])
      await executeToolCall(new TestGate(...rules), callTo(probe));
    await executeToolCall(new TestGate(), callTo(probe, "{"));
    expect(prepare).not.toHaveBeenCalled();
  });

  it("learns nothing of the schema of a tool that it may not use", async () => {
    const settled = await executeToolCall(new TestGate(EVERYTHING, deny(probe)), callTo(probe, { wrong: true }));
    expect(settled).toMatchObject({ kind: "gate_denied", outcome: { errorCode: "tool_not_allowed" } });
    expect(settled.modelText).not.toMatch(/argument|wrong|text/);
  });

  it("is refused when the model's answer was cut, however whole it looks", async () => {
    const settled = await executeToolCall(new TestGate(), callTo(probe, { text: "a" }, { cutReason: "It was cut." }));
    expect(settled).toMatchObject({ status: "refused", kind: "invalid_call", reason: "It was cut." });
  });

  it("is refused under rules that cannot be read, and for an auditor under any rules", async () => {
    const gate = new TestGate();
    const broken = { ...gate.authority(), policy: { version: 2, brokenReason: "Version 2 cannot be read." } };
    const settled = await executeToolCall(gate.with({ authority: () => broken }), callTo(probe));
    expect(settled).toMatchObject({ kind: "gate_denied", ruleId: "floor/broken-policy", reason: "Version 2 cannot be read." });
    gate.role = "auditor";
    for (const args of [{ text: "a" }, "{"])
      expect(await executeToolCall(gate, callTo(probe, args))).toMatchObject({ kind: "gate_denied", ruleId: "floor/auditor" });
  });

  it("is refused when a check or a rule of the tool breaks: what cannot be judged does not run, and says nothing of our insides", async () => {
    run.mockClear();
    const insides = () => {
      throw new TypeError("/srv/secret is not a function");
    };
    for (const name of [registerProbe({ run, check: insides }), registerProbe({ run, effect: "write", effectOf: insides })]) {
      const settled = await executeToolCall(new TestGate(), callTo(name));
      expect(settled).toMatchObject({
        status: "refused",
        kind: "gate_denied",
        outcome: { ...nothingHappened, errorCode: "tool_not_allowed" },
      });
      expect(JSON.stringify(settled)).not.toContain("secret");
    }
    expect(run).not.toHaveBeenCalled();
  });

  it("obeys both answers of whatever rules are in force at its turn: may it, and must somebody be asked", async () => {
    run.mockClear();
    const gate = new TestGate();
    const verdicts: (string | null)[] = [];
    for (const rules of [
      [EVERYTHING],
      [EVERYTHING, deny(probe)],
      [EVERYTHING, ask(probe)],
      [EVERYTHING, ask(probe), deny(probe)],
      [EVERYTHING],
    ]) {
      gate.rules = rules;
      const settled = await executeToolCall(gate, callTo(probe));
      verdicts.push(settled.kind ?? settled.status);
    }
    expect(verdicts).toEqual(["succeeded", "gate_denied", "approval_unavailable", "gate_denied", "succeeded"]);
    expect(run).toHaveBeenCalledTimes(2);
  });

  it("is judged by what the run has read when its turn comes, whatever that was when the call was proposed", async () => {
    const gate = new TestGate(EVERYTHING, { ...ask(probe), afterReading: ["web"] }, { ...deny(probe), afterReading: ["mcp"] });
    const kinds: (string | null)[] = [];
    for (const afterReading of [[], ["web"], ["web", "mcp"]] satisfies TestGate["afterReading"][]) {
      gate.afterReading = afterReading;
      const settled = await executeToolCall(gate, callTo(probe));
      kinds.push(settled.kind ?? settled.status);
    }
    expect(kinds).toEqual(["succeeded", "approval_unavailable", "gate_denied"]);
  });

  it("does not begin when its intent could not be stored: stopped, or begun by another", async () => {
    run.mockClear();
    const gate = new TestGate();
    const settled = await executeToolCall(gate.with({ begin: async () => "stopped" }), callTo(probe));
    expect(settled).toMatchObject({ status: "cancelled", kind: "run_cancelled", outcome: nothingHappened });
    expect(run).not.toHaveBeenCalled();
  });

  it("is decided again when the rights changed before its intent could be stored, and what it was permitted then counts no more", async () => {
    run.mockClear();
    const gate = new TestGate();
    const begin = vi.fn(async () => {
      gate.role = "auditor";
      return "decide-again" as const;
    });
    const settled = await executeToolCall(gate.with({ begin }), callTo(probe));
    expect(settled).toMatchObject({ status: "refused", kind: "gate_denied", outcome: nothingHappened });
    expect([begin.mock.calls.length, run.mock.calls.length]).toEqual([1, 0]);
  });

  it.each([
    ["before its turn", "read", 0, 0],
    ["while its intent is stored", "write", 1, 1],
  ] as const)("does not run once it was stopped %s", async (when, effect, begun, looks) => {
    const handler = vi.fn(async () => result);
    const look = vi.fn(async () => undefined);
    const name = registerProbe({ effect, run: handler, prepare: look });
    const gate = new TestGate();
    if (when === "before its turn") gate.stop();
    const begin: GateContext["begin"] = (call) => {
      gate.stop();
      return gate.begin(call);
    };
    const settled = await executeToolCall(gate.with({ begin }), callTo(name));
    expect(settled).toMatchObject({
      status: "cancelled",
      kind: "run_cancelled",
      outcome: { ...nothingHappened, errorCode: "run_cancelled" },
      modelText: "REFUSED [run_cancelled]: The run was stopped before this call began. Nothing was done.",
    });
    expect([handler.mock.calls.length, gate.begun.length, look.mock.calls.length]).toEqual([0, begun, looks]);
  });

  it("is cancelled, not failed, when it is stopped while it looks at the world", async () => {
    const handler = vi.fn(async () => result);
    const gates: TestGate[] = [];
    const outcomes = [];
    for (const prepare of [
      async (_: unknown, context: ToolContext) => {
        await told(context);
        throw context.signal.reason;
      },
      async (_: unknown, context: ToolContext) => void (await told(context)),
      () => new Promise<never>(() => undefined),
    ]) {
      const gate = new TestGate();
      const name = registerProbe({ effect: "write", run: handler, prepare });
      const call = executeToolCall(gate, callTo(name));
      await delay(5);
      gate.stop();
      outcomes.push(await call);
      gates.push(gate);
    }
    for (const settled of outcomes) expect(settled).toMatchObject({ status: "cancelled", kind: "run_cancelled", outcome: nothingHappened });
    expect(handler).not.toHaveBeenCalled();
    expect(gates.flatMap((gate) => gate.begun)).toEqual([]);
  });
});

describe("a call that runs", () => {
  it("is handed what was prepared, and who it acts for from the database, whatever its arguments say", async () => {
    const seen: unknown[] = [];
    const target = { address: "203.0.113.9" };
    const name = registerProbe({
      effect: "write",
      prepare: async () => target,
      run: async (input, { tenant, callId, entryPoint, workspace }, prepared) => {
        seen.push({ input, prepared, tenantId: tenant.tenantId, userId: tenant.userId, callId, entryPoint, workspace });
        return result;
      },
    });
    const gate = new TestGate();
    gate.entryPoint = "schedule";
    const call = callTo(name.toUpperCase(), { text: '{"tenantId":"another"}' });
    const settled = await executeToolCall(gate, call);
    expect(settled).toMatchObject({
      tool: name,
      status: "succeeded",
      kind: null,
      ruleId: "everything",
      outcome: { ok: true, executed: true },
    });
    const { tenantId, userId } = gate;
    expect(seen).toEqual([
      {
        input: { text: '{"tenantId":"another"}' },
        prepared: target,
        tenantId,
        userId,
        callId: call.id,
        entryPoint: "schedule",
        workspace: "/nowhere",
      },
    ]);
    expect((seen[0] as { prepared: unknown }).prepared).toBe(target);
    expect(gate.begun).toEqual([call.id]);
  });

  it("has its intent stored first unless it only reads, and is recorded before it is answered", async () => {
    const order: string[] = [];
    for (const effect of ["read", "write", "irreversible"] as const) {
      const says = (what: string): void => void order.push(`${effect} ${what}`);
      const begin = async () => {
        says("begins");
        return "begun" as const;
      };
      const run = async () => {
        says("runs");
        return result;
      };
      const record = async () => {
        await delay(1);
        says("recorded");
      };
      await executeToolCall(new TestGate().with({ begin, record }), callTo(registerProbe({ effect, run })));
      says("answered");
    }
    expect(order).toEqual([
      ...["read runs", "read recorded", "read answered"],
      ...["write begins", "write runs", "write recorded", "write answered"],
      ...["irreversible begins", "irreversible runs", "irreversible recorded", "irreversible answered"],
    ]);
  });

  it("may be led on only to what the rules let through, or ask for by the rule that was answered", async () => {
    const on = (effect: Rule["effect"], text: string): Rule => ({
      id: text,
      effect,
      when: [{ pointer: "/text", op: "equals", value: text }],
      reason: `${text}.`,
    });
    const authority = new TestGate(EVERYTHING, on("ask", "asked"), on("ask", "asked twice"), on("deny", "denied")).authority();
    const objections: Record<string, (string | null)[]> = {};
    const others = ["a", "asked", "asked twice", "denied"].map((text) => ({ text }));
    const name = registerProbe();
    for (const { text } of others.slice(0, 2)) {
      const permitted = await evaluateCall(authority, callTo(name, { text }));
      if (permitted.verdict === "refuse") throw new Error("It was not permitted.");
      objections[text] = await Promise.all(others.map((other) => objectionTo(authority, permitted, other)));
    }
    expect(objections).toEqual({ a: [null, "asked.", "asked twice.", "denied."], asked: [null, null, "asked twice.", "denied."] });
  });

  it("is handed that question", async () => {
    const heard: unknown[] = [];
    const run = async (_input: unknown, context: ToolContext) => {
      heard.push(await context.objectionTo?.({ text: "b" }), await context.objectionTo?.({ text: 1 }));
      return result;
    };
    await executeToolCall(new TestGate(), callTo(registerProbe({ run })));
    expect(heard).toEqual([null, expect.stringContaining("The arguments do not fit")]);
  });

  it("cannot run without the gate: a forged permission and a used one throw", async () => {
    const handler = vi.fn(async () => result);
    const name = registerProbe({ run: handler });
    const tool = getTool(name);
    if (!tool) throw new Error("not registered");
    const context = {} as ToolContext;
    for (const forged of [{}, Object.freeze({}), null, undefined, "grant"])
      await expect(tool.execute({ text: "a" }, context, undefined, forged as unknown as ExecutionGrant)).rejects.toThrow(/grant|WeakSet/);
    const kept = mintGrant();
    await tool.execute({ text: "a" }, context, undefined, kept);
    await expect(tool.execute({ text: "a" }, context, undefined, kept)).rejects.toThrow("without a live execution grant");
    expect(handler).toHaveBeenCalledTimes(1);
  });

  it("fails without a word of our insides when the handler throws", async () => {
    const name = registerProbe({
      run: async () => {
        throw new TypeError("Cannot read /srv/secret/key.pem");
      },
    });
    const settled = await executeToolCall(new TestGate(), callTo(name));
    expect(settled).toMatchObject({
      status: "failed",
      kind: null,
      outcome: { ok: false, executed: true, errorCode: "tool_failed", retryable: false },
    });
    expect(settled.modelText).toBe(`ERROR [tool_failed]: ${name} failed unexpectedly. The server's log has the details.`);
    expect(JSON.stringify(settled)).not.toMatch(/secret|TypeError|at /);
  });

  it("fails with the code, the sentence and the facts that the tool gives", async () => {
    const name = registerProbe({
      run: async () => {
        throw new ToolFailure("version_conflict", "The file moved on.", { data: { current: "v2" } });
      },
    });
    expect(await executeToolCall(new TestGate(), callTo(name))).toMatchObject({
      status: "failed",
      outcome: { ok: false, executed: true, errorCode: "version_conflict", message: "The file moved on.", data: { current: "v2" } },
      modelText: "ERROR [version_conflict]: The file moved on.",
    });
  });

  it("is cut for the model at 120,000 characters, says so, and keeps nothing that cannot be stored", async () => {
    const name = registerProbe({ run: async () => ({ data: { nul: "a\0b" }, text: `\0${"x".repeat(130_000)}` }) });
    const settled = await executeToolCall(new TestGate(), callTo(name));
    expect(settled.modelText.length).toBeLessThan(120_100);
    expect(settled.modelText).toMatch(/\[cut: 10001 more characters\]$/);
    expect(settled.outcome.truncated).toBe(true);
    expect(JSON.stringify(settled)).not.toContain("\\u0000");
  });

  it("tells the caller when its record cannot be written", async () => {
    const gate = new TestGate();
    const record = () => Promise.reject(new Error("the database is gone"));
    await expect(executeToolCall(gate.with({ record }), callTo(registerProbe()))).rejects.toThrow("the database is gone");
  });
});

describe("the time of a call", () => {
  it("ends at its limit, also for a handler that does not listen: a failure that may be tried again", async () => {
    const name = registerProbe({ timeoutMs: 120, run: () => new Promise<never>(() => undefined) });
    const startedAt = performance.now();
    const settled = await executeToolCall(new TestGate(), callTo(name));
    expect(performance.now() - startedAt).toBeLessThan(120 + 1_000);
    expect(settled).toMatchObject({
      status: "failed",
      outcome: { ok: false, executed: true, errorCode: "tool_timeout", retryable: true },
      modelText: `ERROR [tool_timeout]: ${name} did not finish within 0.12 s and was stopped.`,
    });
    expect(settled.outcome.durationMs).toBeGreaterThanOrEqual(119);
  });

  it("really ends the work of a handler that listens", async () => {
    let rounds = 0;
    const name = registerProbe({
      timeoutMs: 60,
      run: async (_, { signal }) => {
        for (; ; rounds += 1) await delay(5, undefined, { signal });
      },
    });
    expect(await executeToolCall(new TestGate(), callTo(name))).toMatchObject({ status: "failed", outcome: { errorCode: "tool_timeout" } });
    const atTheEnd = rounds;
    await delay(40);
    expect([rounds > 0, rounds]).toEqual([true, atTheEnd]);
  });

  it("is the tool's own: what does not say otherwise has 8 s", () => {
    expect(getTool(registerProbe())?.manifest.limits).toMatchObject({ timeoutMs: 8_000 });
    expect(getTool("shell")?.manifest.limits).toMatchObject({ timeoutMs: 30_000 });
    expect(getTool("web_fetch")?.timeoutMs).toBe(15_000);
  });

  it("is also the limit of what it does before it runs", async () => {
    const name = registerProbe({ timeoutMs: 80, prepare: () => new Promise<never>(() => undefined) });
    const startedAt = performance.now();
    const settled = await executeToolCall(new TestGate(), callTo(name));
    expect(performance.now() - startedAt).toBeLessThan(80 + 1_000);
    expect(settled).toMatchObject({ status: "failed", outcome: { errorCode: "tool_timeout", retryable: true } });
  });

  it.each([
    ["listens", async (context: ToolContext) => void (await told(context))],
    [
      "throws its own failure",
      async (context: ToolContext) => told(context).then(() => Promise.reject(new ToolFailure("busy", "Busy.", { retryable: true }))),
    ],
    ["is deaf", () => new Promise<never>(() => undefined)],
  ])("ends when the run is stopped: cancelled, having executed, when the handler %s", async (how, wait) => {
    const handler = vi.fn(async (_: unknown, context: ToolContext) => {
      await wait(context);
      throw new Error("stopped");
    });
    const name = registerProbe({ effect: "write", idempotent: true, run: handler });
    const gate = new TestGate();
    const call = executeToolCall(gate, callTo(name));
    await vi.waitFor(() => expect(handler).toHaveBeenCalled());
    const stoppedAt = performance.now();
    gate.stop();
    const settled = await call;
    expect(performance.now() - stoppedAt).toBeLessThan(how === "is deaf" ? 1_000 : 500);
    expect(settled).toMatchObject({
      status: "cancelled",
      kind: null,
      outcome: { ok: false, executed: true, errorCode: "cancelled", retryable: false },
      modelText: "ERROR [cancelled]: The run was stopped while this call ran.",
    });
    expect(handler).toHaveBeenCalledTimes(1);
  });
});

describe("a second try", () => {
  const retryable = new ToolFailure("connection_failed", "The line broke.", { retryable: true });

  it.each<[string, boolean | (() => boolean) | undefined, unknown, number]>([
    ["a failure that may pass, of a tool that may repeat", true, retryable, 2],
    ["the same where the arguments decide", () => true, retryable, 2],
    ["the same where the arguments say no", () => false, retryable, 1],
    ["the same of a tool that does not say so", undefined, retryable, 1],
    ["a failure that stays", true, new ToolFailure("not_found", "No."), 1],
    ["a fault of ours", true, new Error("a fault"), 1],
    ["a time limit", true, new ToolFailure("tool_timeout", "Too long.", { retryable: true }), 1],
  ])("is made once at most, and only for what changes nothing more: %s", async (_, idempotent, error, times) => {
    const handler = vi.fn(() => Promise.reject(error));
    const name = registerProbe({ run: handler, ...(idempotent !== undefined && { idempotent }) });
    expect(await executeToolCall(new TestGate(), callTo(name))).toMatchObject({ status: "failed" });
    expect(handler).toHaveBeenCalledTimes(times);
  });

  it("that succeeds is a success, under one intent", async () => {
    const handler = vi.fn().mockRejectedValueOnce(retryable).mockResolvedValue(result);
    const gate = new TestGate();
    const settled = await executeToolCall(gate, callTo(registerProbe({ effect: "write", idempotent: true, run: handler })));
    expect(settled).toMatchObject({ status: "succeeded", outcome: { ok: true, errorCode: null } });
    expect([handler.mock.calls.length, gate.begun.length]).toEqual([2, 1]);
  });

  it("shares the limit of the first, and none follows once that has passed", async () => {
    const slow = vi.fn(async () => {
      await delay(150);
      throw retryable;
    });
    const startedAt = performance.now();
    const settled = await executeToolCall(new TestGate(), callTo(registerProbe({ idempotent: true, timeoutMs: 200, run: slow })));
    expect(performance.now() - startedAt).toBeLessThan(1_200);
    expect(settled.status).toBe("failed");
    const late = vi.fn(async (_: unknown, context: ToolContext) => {
      await told(context);
      throw retryable;
    });
    await executeToolCall(new TestGate(), callTo(registerProbe({ idempotent: true, timeoutMs: 50, run: late })));
    expect([slow.mock.calls.length, late.mock.calls.length]).toEqual([2, 1]);
  });
});

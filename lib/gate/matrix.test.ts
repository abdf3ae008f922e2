import { beforeEach, describe, expect, it, vi } from "vitest";
import { ENTRY_POINTS, ROLES } from "#lib/context.ts";
import type { Rule } from "#lib/policies/policy.ts";
import { exampleCalls } from "#lib/testing/example-calls.ts";
import { callTo, EVERYTHING, TestGate } from "#lib/testing/gate-scene.ts";
import { mintGrant, spendGrant } from "#lib/tools/grant.ts";
import { evaluateCall } from "./evaluate-call.ts";
import { executeToolCall } from "./execute-tool-call.ts";
import { proposeToolCalls } from "./propose-tool-calls.ts";
import { getAllTools } from "./registry.ts";

// The real ones, watched: no handler begins without them.
vi.mock("#lib/tools/grant.ts", { spy: true });
beforeEach(() => {
  vi.mocked(mintGrant).mockClear();
  vi.mocked(spendGrant).mockClear();
});

/** A tool that is added is in the matrix by itself, and fails it until it has an example. */
const tools = getAllTools().map((tool) => tool.name);
const examples = exampleCalls("http://countersign.example");
const matrix = tools.flatMap((tool) => ENTRY_POINTS.map((entryPoint) => [tool, entryPoint] as const));

function gateAt(entryPoint: TestGate["entryPoint"], ...rules: Rule[]): TestGate {
  const gate = new TestGate(...rules);
  gate.entryPoint = entryPoint;
  return gate;
}

describe("every tool", () => {
  it.each(tools)("has an example that fits and passes its own checks: %s", async (tool) => {
    expect(await evaluateCall(new TestGate().authority(), callTo(tool, examples[tool]))).toMatchObject({ verdict: "allow", tool });
  });

  it("is seen here when it begins", async () => {
    await executeToolCall(new TestGate(), callTo("file_system", examples.file_system));
    expect([vi.mocked(mintGrant).mock.calls.length, vi.mocked(spendGrant).mock.calls.length]).toEqual([1, 1]);
  });

  it.each(matrix)("is denied where a rule denies it: %s from %s", async (tool, entryPoint) => {
    const denying: Rule = { id: `no-${tool}`, effect: "deny", tool, reason: "Not here." };
    const gate = gateAt(entryPoint, EVERYTHING, denying);
    for (const args of [examples[tool], {}, "{", '{"tenantId":"x"}']) {
      const settled = await executeToolCall(gate, callTo(tool, args));
      expect(settled).toMatchObject({
        status: "refused",
        kind: "gate_denied",
        ruleId: denying.id,
        reason: "Not here.",
        outcome: { ok: false, executed: false, errorCode: "tool_not_allowed" },
      });
    }
    expect([vi.mocked(mintGrant).mock.calls, vi.mocked(spendGrant).mock.calls, gate.begun]).toEqual([[], [], []]);
  });

  it.each(matrix)("is denied where the rule names that way in alone: %s from %s", async (tool, entryPoint) => {
    const denying: Rule = { id: "no-way", effect: "deny", entryPoints: [entryPoint], reason: "Not from there." };
    for (const way of ENTRY_POINTS) {
      const evaluation = await evaluateCall(gateAt(way, EVERYTHING, denying).authority(), callTo(tool, examples[tool]));
      expect([way, evaluation.verdict]).toEqual([way, way === entryPoint ? "refuse" : "allow"]);
    }
  });

  it.each(matrix)("waits for people where a rule asks, and does not run without them: %s from %s", async (tool, entryPoint) => {
    const gate = gateAt(entryPoint, EVERYTHING, { id: "asks", effect: "ask", tool, reason: "Ask first." });
    const rawArguments = JSON.stringify(examples[tool]);
    const [proposal] = await proposeToolCalls(gate.authority(), [{ name: tool, toolCallId: "c1", rawArguments }], {
      callsPerRun: 100,
      callsBefore: 0,
    });
    expect(proposal).toMatchObject({
      refusal: null,
      call: { status: "awaiting-approval", ruleId: "asks", request: { summary: expect.any(String) } },
    });
    const settled = await executeToolCall(gate, callTo(tool, examples[tool]));
    expect(settled).toMatchObject({ status: "refused", kind: "approval_unavailable", ruleId: "asks" });
    expect([vi.mocked(mintGrant).mock.calls, gate.begun]).toEqual([[], []]);
  });

  it.each(tools)("is denied to everyone where nothing allows it, and to auditors always: %s", async (tool) => {
    for (const role of ROLES) {
      for (const rules of [[{ ...EVERYTHING, tool: "something_else" }], role === "auditor" ? [EVERYTHING] : []]) {
        if (rules.length === 0) continue;
        const gate = new TestGate(...rules);
        gate.role = role;
        expect(await executeToolCall(gate, callTo(tool, examples[tool]))).toMatchObject({ status: "refused", kind: "gate_denied" });
      }
    }
    expect(mintGrant).not.toHaveBeenCalled();
  });
});

import { describe, expect, it } from "vitest";
import type { Rule } from "#lib/policies/policy.ts";
import { callTo, EVERYTHING, registerProbe, TestGate } from "#lib/testing/gate-scene.ts";
import type { Effect } from "#lib/tools/define-tool.ts";
import { executeToolCall } from "./execute-tool-call.ts";
import { proposeToolCalls } from "./propose-tool-calls.ts";

const ASKS: Rule = {
  id: "asks",
  effect: "ask",
  reason: "People look at it first.",
  requirement: { roles: ["owner"], approvals: 2, excludeRequester: false },
};
const DENIES: Rule = { id: "denies", effect: "deny", reason: "Not here." };

/** A tool that counts what of it was reached, and a gate in a dry run with these rules. */
function scene(effect: Effect, ...rules: Rule[]) {
  const reached = { prepare: 0, run: 0 };
  const name = registerProbe({
    effect,
    prepare: async () => {
      reached.prepare += 1;
    },
    run: async ({ text }) => {
      reached.run += 1;
      return { data: null, text };
    },
  });
  const gate = new TestGate(...rules);
  gate.isDryRun = true;
  return { reached, name, gate };
}

describe("in a dry run", () => {
  it.each(["write", "irreversible"] as const)(
    "no handler of a %s is reached, and the words say what would have happened",
    async (effect) => {
      const { reached, name, gate } = scene(effect);
      const settled = await executeToolCall(gate, callTo(name));
      expect(reached).toEqual({ prepare: 0, run: 0 });
      expect(gate.begun).toEqual([]);
      expect(settled).toMatchObject({ status: "refused", kind: "dry_run", effect, ruleId: EVERYTHING.id, outcome: { executed: false } });
      expect(settled.modelText).toMatch(
        /^REFUSED \[dry_run\]: This is a dry run: .* nothing changed\. In a real run it would have been made at once/,
      );
      expect(gate.recorded).toEqual([settled]);
    },
  );

  it("a model is told to go on, which people, to whom it was not said, do not read", async () => {
    const { name, gate } = scene("write");
    const { modelText, reason, outcome } = await executeToolCall(gate, callTo(name));
    expect(modelText).toMatch(/ Go on with what would follow, and say what would have been done\.$/);
    expect([reason, outcome.message]).not.toEqual(expect.arrayContaining([expect.stringContaining("Go on with")]));
    expect(modelText).toContain(reason);
  });

  it("nothing waits for people: the words say for how many it would have waited, and by which rule", async () => {
    const { reached, name, gate } = scene("write", ASKS);
    const [proposal] = await proposeToolCalls(gate.authority(), [{ toolCallId: "1", name, rawArguments: '{"text":"a"}' }], {
      callsPerRun: 100,
      callsBefore: 0,
    });
    expect(proposal?.call).toMatchObject({ status: "proposed", request: null });
    expect(proposal?.refusal?.reason).toMatch(/it would have waited until 2 people approve it \(rule asks: People look at it first\.\)/);
    expect(reached).toEqual({ prepare: 0, run: 0 });
  });

  it("a yes from before does not help a call that changes something", async () => {
    const { reached, name, gate } = scene("write", ASKS);
    gate.isDryRun = false;
    const [proposal] = await proposeToolCalls(gate.authority(), [{ toolCallId: "1", name, rawArguments: '{"text":"a"}' }], {
      callsPerRun: 100,
      callsBefore: 0,
    });
    const request = proposal?.call.request;
    if (!request) throw new Error("Nobody was asked.");
    gate.isDryRun = true;
    const { id, digest, files, requirement } = request;
    const approval = { id, status: "approved" as const, digest, files, policyVersion: gate.version, requirement, votes: [] };
    expect(await executeToolCall(gate, callTo(name, { text: "a" }, { approval }))).toMatchObject({ kind: "dry_run" });
    expect(reached).toEqual({ prepare: 0, run: 0 });
  });

  it("what only reads is executed", async () => {
    const { reached, name, gate } = scene("read");
    expect(await executeToolCall(gate, callTo(name))).toMatchObject({ status: "succeeded", modelText: "a" });
    expect(reached).toEqual({ prepare: 1, run: 1 });
  });

  it("a read that the rules put before people is not made either", async () => {
    const { reached, name, gate } = scene("read", ASKS);
    expect(await executeToolCall(gate, callTo(name))).toMatchObject({ status: "refused", kind: "dry_run" });
    expect(reached).toEqual({ prepare: 0, run: 0 });
  });

  it("the arguments decide where a tool can do both", async () => {
    const reached: string[] = [];
    const name = registerProbe({
      effect: "write",
      effectOf: ({ text }) => (text === "look" ? "read" : "write"),
      run: async ({ text }) => {
        reached.push(text);
        return { data: null, text };
      },
    });
    const gate = new TestGate();
    gate.isDryRun = true;
    await executeToolCall(gate, callTo(name, { text: "look" }));
    await executeToolCall(gate, callTo(name, { text: "touch" }));
    expect(reached).toEqual(["look"]);
  });

  it("a call that a real run would refuse is refused for that reason", async () => {
    const { name, gate } = scene("write", DENIES);
    expect(await executeToolCall(gate, callTo(name))).toMatchObject({ kind: "gate_denied", ruleId: "denies" });
  });
});

import { describe, expect, it } from "vitest";
import type { AgentBounds } from "#lib/agent-profiles/agent-bounds.ts";
import { newId } from "#lib/ids.ts";
import type { Rule } from "#lib/policies/policy.ts";
import { callTo, EVERYTHING, registerProbe, TestGate } from "#lib/testing/gate-scene.ts";
import type { Effect } from "#lib/tools/define-tool.ts";
import { evaluateCall } from "./evaluate-call.ts";
import { advertisedTools } from "./usable-tools.ts";

const NOTHING = { names: [], effects: [] };

function agent(changes: Partial<AgentBounds> = {}): AgentBounds {
  const tools = { allow: null, deny: NOTHING };
  return { id: newId(), name: "Researcher", version: 1, off: null, tools, approvalMode: "organization", ...changes };
}

/** What the gate says of a call of that tool for that agent. */
async function judged(tool: string, bounds: AgentBounds | null, ...rules: Rule[]) {
  const gate = new TestGate(...rules);
  gate.agent = bounds;
  const { verdict, ruleId, reason } = await evaluateCall(gate.authority(), callTo(tool));
  const isAdvertised = advertisedTools(gate.authority()).some(({ name }) => name === tool);
  return { verdict, ruleId, reason, isAdvertised };
}

const read = registerProbe();
const write = registerProbe({ effect: "write" });
const irreversible = registerProbe({ effect: "irreversible" });
const either = registerProbe({ effect: "write", effectOf: ({ text }) => (text === "a" ? "read" : "write") });
const asks: Rule = { id: "asks", effect: "ask", reason: "A person decides.", requirement: { approvals: 2 } };
const denies: Rule = { id: "denies", effect: "deny", reason: "Nobody may." };

describe("an agent's settings", () => {
  it("change nothing where they say nothing", async () => {
    for (const tool of [read, write, irreversible])
      expect(await judged(tool, agent())).toMatchObject({ verdict: "allow", ruleId: "everything", isAdvertised: true });
  });

  it("deny by name, in any case and by the beginning of one: such a tool is not told of, and not callable", async () => {
    for (const pattern of [write, write.toUpperCase(), `${write.slice(0, -1)}*`, "*"]) {
      const bounds = agent({ tools: { allow: null, deny: { names: [pattern], effects: [] } } });
      expect(await judged(write, bounds)).toEqual({
        verdict: "refuse",
        ruleId: "agent:Researcher",
        reason: `The agent Researcher may not use ${write}.`,
        isAdvertised: false,
      });
    }
  });

  it("deny by effect, whatever the tool is called, so that no twin is left: the calls that read of a tool that can do both stay", async () => {
    const bounds = agent({ tools: { allow: null, deny: { names: [], effects: ["write", "irreversible"] } } });
    for (const tool of [write, irreversible])
      expect(await judged(tool, bounds)).toMatchObject({ verdict: "refuse", ruleId: "agent:Researcher", isAdvertised: false });
    for (const tool of [read, either]) expect(await judged(tool, bounds)).toMatchObject({ verdict: "allow", isAdvertised: true });
    const gate = new TestGate();
    gate.agent = bounds;
    expect(await evaluateCall(gate.authority(), callTo(either, { text: "b" }))).toMatchObject({
      verdict: "refuse",
      code: "tool_not_allowed",
      ruleId: "agent:Researcher",
    });
  });

  it("deny what cannot be undone with the effect write, as a rule does, and not the other way round", async () => {
    const denying = (effect: Effect) => agent({ tools: { allow: null, deny: { names: [], effects: [effect] } } });
    for (const tool of [write, irreversible])
      expect(await judged(tool, denying("write"))).toMatchObject({ verdict: "refuse", isAdvertised: false });
    expect(await judged(write, denying("irreversible"))).toMatchObject({ verdict: "allow" });
  });

  it("allow a list alone, of names and of effects, and what is denied is denied although it is allowed", async () => {
    const bounds = agent({ tools: { allow: { names: [write], effects: ["read"] }, deny: NOTHING } });
    expect((await judged(read, bounds)).verdict).toBe("allow");
    expect((await judged(write, bounds)).verdict).toBe("allow");
    expect(await judged(irreversible, bounds)).toMatchObject({ verdict: "refuse", isAdvertised: false });
    const both = agent({ tools: { allow: { names: [], effects: ["read", "write"] }, deny: { names: [write], effects: [] } } });
    expect((await judged(write, both)).verdict).toBe("refuse");
    const none = agent({ tools: { allow: NOTHING, deny: NOTHING } });
    for (const tool of [read, write, either]) expect(await judged(tool, none)).toMatchObject({ verdict: "refuse", isAdvertised: false });
  });

  it("let it only read, or ask before everything else", async () => {
    const reads = agent({ approvalMode: "reads-only" });
    expect((await judged(read, reads)).verdict).toBe("allow");
    expect(await judged(write, reads)).toMatchObject({ verdict: "refuse", ruleId: "agent:Researcher", isAdvertised: false });
    const asking = agent({ approvalMode: "ask" });
    expect(await judged(read, asking)).toMatchObject({ verdict: "allow", ruleId: "everything" });
    for (const tool of [write, irreversible])
      expect(await judged(tool, asking)).toMatchObject({ verdict: "ask", ruleId: "agent:Researcher", isAdvertised: true });
  });

  it("never widen what the rules say, and the stricter of the two decides and is named", async () => {
    const wide = agent({ tools: { allow: { names: ["*"], effects: ["read", "write", "irreversible"] }, deny: NOTHING } });
    expect(await judged(write, wide, denies)).toMatchObject({ verdict: "refuse", ruleId: "denies", isAdvertised: false });
    expect(await judged(write, wide, asks)).toMatchObject({ verdict: "ask", ruleId: "asks" });
    expect(await judged(write, agent({ approvalMode: "ask" }), asks)).toMatchObject({ verdict: "ask", ruleId: "asks" });
    const denied = agent({ tools: { allow: null, deny: { names: [write], effects: [] } } });
    expect(await judged(write, denied, asks)).toMatchObject({ verdict: "refuse", ruleId: "agent:Researcher" });
    expect(await judged(write, denied, EVERYTHING, denies)).toMatchObject({ verdict: "refuse", ruleId: "denies" });
  });

  it("leave nothing of an agent that is off, in the words that say why", async () => {
    const off = agent({ off: "It is switched off." });
    for (const tool of [read, write])
      expect(await judged(tool, off)).toEqual({
        verdict: "refuse",
        ruleId: "agent:Researcher",
        reason: "It is switched off.",
        isAdvertised: false,
      });
  });
});

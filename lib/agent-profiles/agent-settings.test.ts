import { describe, expect, it } from "vitest";
import { agentChangeBody, agentSettings, newAgentBody } from "./agent-settings.ts";

describe("an agent's settings", () => {
  it("need a name alone: the rest is as it is without an agent", () => {
    expect(newAgentBody.parse({ name: " Researcher " })).toEqual({
      name: "Researcher",
      description: "",
      enabled: true,
      instructions: "",
      model: null,
      tools: { allow: null, deny: { names: [], effects: [] } },
      approvalMode: "organization",
      temperature: null,
      iterations: 10,
      skills: null,
    });
  });

  it("are stored as they are taken, and read back", () => {
    const {
      name: _,
      description: __,
      enabled: ___,
      ...settings
    } = newAgentBody.parse({ name: "a", tools: { allow: { effects: ["read"] } } });
    expect(agentSettings.parse(JSON.parse(JSON.stringify(settings)))).toEqual(settings);
  });

  it.each<[string, Record<string, unknown>]>([
    ["no name", { name: " " }],
    ["a name that nobody can see", { name: "\u200b" }],
    ["a name with a line break", { name: "a\nb" }],
    ["a name that turns what stands beside it round", { name: "a\u202eb" }],
    ["a long name", { name: "x".repeat(61) }],
    ["instructions without a bound", { name: "a", instructions: "x".repeat(20_001) }],
    ["an unknown key", { name: "a", role: "owner" }],
    ["an unknown key in its lists", { name: "a", tools: { allow: null, ask: {} } }],
    ["an effect that is none", { name: "a", tools: { deny: { effects: ["delete"] } } }],
    ["a name of a tool that could match none", { name: "a", tools: { deny: { names: ["file system"] } } }],
    ["a mode that is none", { name: "a", approvalMode: "never" }],
    ["a temperature beyond 2", { name: "a", temperature: 2.1 }],
    ["no iterations", { name: "a", iterations: 0 }],
    ["51 iterations", { name: "a", iterations: 51 }],
    ["half an iteration", { name: "a", iterations: 1.5 }],
  ])("are refused with %s", (_, body) => {
    expect(newAgentBody.safeParse(body).success).toBe(false);
  });

  it.each<[string, Record<string, unknown>]>([
    ["A number from 0 to 2, or nothing.", { temperature: "warm" }],
    ["A number from 0 to 2, or nothing.", { temperature: -1 }],
    ["A whole number from 1 to 50.", { iterations: null }],
    ["A whole number from 1 to 50.", { iterations: "ten" }],
    ["A whole number from 1 to 50.", { iterations: 2.5 }],
    ["A whole number from 1 to 50.", { iterations: 99 }],
  ])("say what a number may be, in words for a form: %s %j", (message, fields) => {
    expect(newAgentBody.safeParse({ name: "a", ...fields }).error?.issues.map((issue) => issue.message)).toEqual([message]);
  });

  it("are changed one by one, and a change that says nothing is refused", () => {
    expect(agentChangeBody.parse({ temperature: null })).toEqual({ temperature: null });
    expect(agentChangeBody.safeParse({}).success).toBe(false);
    expect(agentChangeBody.safeParse({ version: 1 }).success).toBe(false);
  });
});

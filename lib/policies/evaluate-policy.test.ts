import { describe, expect, it } from "vitest";
import type { Role } from "#lib/context.ts";
import { evaluatePolicy, mayUseTool, type PolicyFacts } from "./evaluate-policy.ts";
import type { Policy, Rule } from "./policy.ts";
import { PRESET_RULES } from "./presets.ts";

const facts = (change: Partial<PolicyFacts> = {}): PolicyFacts => ({
  role: "member",
  entryPoint: "chat",
  tool: "shell",
  effect: "irreversible",
  afterReading: [],
  input: { command: "ls" },
  ...change,
});
const policy = (rules: Rule[]): Policy => ({ version: 7, preset: "balanced", rules });
const rule = (effect: Rule["effect"], more: Partial<Rule> = {}): Rule => ({
  id: `r-${effect}`,
  effect,
  reason: `It is ${effect}.`,
  ...more,
});

describe("the policy", () => {
  it("denies what no rule matches", () => {
    expect(evaluatePolicy(policy([]), facts())).toMatchObject({ verdict: "deny", ruleId: "default/deny" });
    expect(evaluatePolicy(policy([rule("allow", { tool: "other" })]), facts())).toMatchObject({ verdict: "deny" });
  });

  it("takes the strictest of all that match, in whatever order they stand", () => {
    const rules = [rule("allow"), rule("ask"), rule("deny")];
    for (const order of permutations(rules)) expect(evaluatePolicy(policy(order), facts()).verdict).toBe("deny");
    for (const order of permutations(rules.slice(0, 2))) expect(evaluatePolicy(policy(order), facts()).verdict).toBe("ask");
  });

  it.each<[Role, string, PolicyFacts["effect"], unknown, string]>([
    ["member", "file_system", "read", { action: "list" }, "allow"],
    ["member", "file_system", "write", { action: "write" }, "allow"],
    ["owner", "shell", "irreversible", { command: "ls" }, "ask"],
    ["member", "web_fetch", "read", { url: "https://example.com" }, "allow"],
    ["member", "web_fetch", "irreversible", { url: "https://example.com", method: "POST" }, "ask"],
    ["member", "scheduler", "write", { action: "create" }, "allow"],
    ["member", "document", "write", { action: "update" }, "allow"],
    ["member", "draft", "write", { action: "create" }, "allow"],
    ["owner", "send_draft", "irreversible", {}, "ask"],
    ["auditor", "document", "read", { action: "list" }, "deny"],
    ["member", "mcp__x__y", "write", {}, "ask"],
    ["member", "unheard_of", "read", {}, "deny"],
    ["auditor", "file_system", "read", { action: "list" }, "deny"],
  ])("balanced: %s using %s (%s)", (role, tool, effect, input, verdict) => {
    expect(evaluatePolicy(policy(PRESET_RULES.balanced), facts({ role, tool, effect, input })).verdict).toBe(verdict);
  });

  it("cautious excludes the requester; locked-down lets only reading through; open asks nobody", () => {
    expect(evaluatePolicy(policy(PRESET_RULES.cautious), facts())).toMatchObject({
      verdict: "ask",
      requirement: { excludeRequester: true, approvals: 1 },
    });
    expect(evaluatePolicy(policy(PRESET_RULES["locked-down"]), facts()).verdict).toBe("deny");
    expect(evaluatePolicy(policy(PRESET_RULES["locked-down"]), facts({ tool: "file_system", effect: "read" })).verdict).toBe("allow");
    expect(evaluatePolicy(policy(PRESET_RULES.open), facts()).verdict).toBe("allow");
  });

  it.each([
    [{ pointer: "/command", op: "starts-with" as const, value: "ls" }, "allow"],
    [{ pointer: "/command", op: "equals" as const, value: "ls -la" }, "deny"],
    [{ pointer: "/command", op: "one-of" as const, value: ["ls", "pwd"] }, "allow"],
    [{ pointer: "/constructor", op: "present" as const }, "deny"],
    [{ pointer: "/__proto__/x", op: "present" as const }, "deny"],
    [{ pointer: "/missing", op: "absent" as const }, "allow"],
  ])("matches on the arguments: %o", (when, verdict) => {
    expect(evaluatePolicy(policy([rule("allow", { when: [when] })]), facts()).verdict).toBe(verdict);
  });

  it("compares hosts in the form that the URL standard folds them to", () => {
    const hosts = policy([rule("allow", { when: [{ pointer: "/url", op: "host-is", value: "example.com" }] })]);
    const at = (url: string) => evaluatePolicy(hosts, facts({ tool: "web_fetch", effect: "read", input: { url } })).verdict;
    expect(at("https://EXAMPLE.com./x")).toBe("allow");
    expect(at("https://docs.example.com/")).toBe("allow");
    expect(at("https://example.com.evil.test/")).toBe("deny");
    expect(at("https://evil.test/?example.com")).toBe("deny");
    expect(at("not a url")).toBe("deny");
  });

  it("asks for what all rules that ask want, in whatever order they stand, and names the one that asks most", () => {
    const rules = [
      rule("ask", { id: "one", requirement: { expiresAfterMs: 60_000 } }),
      rule("ask", { id: "two", requirement: { approvals: 2, roles: ["owner", "admin", "approver"], excludeRequester: true } }),
      rule("ask", { id: "one-too", requirement: { roles: ["owner", "admin", "approver", "member"] } }),
    ];
    for (const order of permutations(rules)) {
      expect(evaluatePolicy(policy(order), facts())).toMatchObject({
        ruleId: "two",
        requirement: { approvals: 2, roles: ["owner", "admin", "approver"], excludeRequester: true, expiresAfterMs: 60_000 },
      });
    }
    const apart = [
      rule("ask", { id: "a", requirement: { roles: ["owner"] } }),
      rule("ask", { id: "b", requirement: { roles: ["approver"] } }),
    ];
    expect(evaluatePolicy(policy(apart), facts())).toMatchObject({ requirement: { roles: ["owner"] } });
  });

  it("asks no auditor, whom a rule may name among those who decide", () => {
    const asks = rule("ask", { requirement: { roles: ["auditor", "owner"] } });
    expect(evaluatePolicy(policy([asks]), facts())).toMatchObject({ verdict: "ask", requirement: { roles: ["owner"] } });
  });

  it("denies when a rule cannot be evaluated, whatever the others say", () => {
    const broken = rule("allow", { id: "broken", when: [{ pointer: "/command", op: "starts-with", value: 3 }] });
    expect(evaluatePolicy(policy([rule("allow"), broken]), facts())).toMatchObject({ verdict: "deny", ruleId: "broken" });
  });

  it("matches a deny by effect on every tool that has it, so that no twin is left", () => {
    const rules = [...PRESET_RULES.open, rule("deny", { effectClass: "write" })];
    for (const tool of ["file_system", "scheduler", "mcp__x__write"]) {
      expect(evaluatePolicy(policy(rules), facts({ tool, effect: "write" })).verdict).toBe("deny");
    }
  });

  it("takes a deny of what can be undone as one of what cannot, and an allow or an ask for no more than it says", () => {
    const classes = ["write"] as const;
    const sends = facts({ tool: "send_draft", effect: "irreversible" });
    expect(evaluatePolicy(policy([rule("allow"), rule("deny", { effectClass: [...classes] })]), sends).verdict).toBe("deny");
    for (const effect of ["allow", "ask"] as const)
      expect(evaluatePolicy(policy([rule(effect, { effectClass: [...classes] })]), sends)).toMatchObject({ ruleId: "default/deny" });
    const reads = facts({ effect: "read" });
    expect(evaluatePolicy(policy([rule("allow"), rule("deny", { effectClass: [...classes] })]), reads).verdict).toBe("allow");
  });

  it("counts a rule on what was read only once something of that was read, and then the strictest counts as ever", () => {
    const rules = [rule("allow"), rule("ask", { afterReading: ["web", "mcp"] }), rule("deny", { afterReading: ["mcp"] })];
    const having = (...afterReading: PolicyFacts["afterReading"]) =>
      permutations(rules).map((order) => evaluatePolicy(policy(order), facts({ afterReading })).verdict);
    for (const [read, verdict] of [
      [having(), "allow"],
      [having("web"), "ask"],
      [having("mcp"), "deny"],
      [having("web", "mcp"), "deny"],
    ] as const)
      expect(new Set(read)).toEqual(new Set([verdict]));
  });

  it("cautious asks before a page is fetched once another server has answered; the others are as they were, whatever was read", () => {
    const fetches = facts({ tool: "web_fetch", effect: "read", input: { url: "https://example.com" } });
    const having = (name: Policy["preset"], ...afterReading: PolicyFacts["afterReading"]) =>
      evaluatePolicy(policy(PRESET_RULES[name]), { ...fetches, afterReading }).verdict;
    expect([having("cautious"), having("cautious", "web"), having("cautious", "mcp")]).toEqual(["allow", "allow", "ask"]);
    expect([having("open", "web", "mcp"), having("balanced", "web", "mcp"), having("locked-down", "mcp")]).toEqual([
      "allow",
      "allow",
      "deny",
    ]);
  });

  it("advertises what could be allowed or asked for, and nothing else", () => {
    const may = (rules: Rule[], tool: string, role: Role = "member", afterReading: PolicyFacts["afterReading"] = []) =>
      mayUseTool(policy(rules), { role, entryPoint: "chat", afterReading, tool }, ["read", "write", "irreversible"]);
    const deniedLater = [...PRESET_RULES.open, rule("deny", { tool: "shell", afterReading: ["web"] })];
    expect([may(deniedLater, "shell"), may(deniedLater, "shell", "member", ["web"])]).toEqual([true, false]);
    expect(may(PRESET_RULES.balanced, "shell")).toBe(true);
    expect(may(PRESET_RULES["locked-down"], "shell")).toBe(false);
    expect(may([...PRESET_RULES.balanced, rule("deny", { tool: "web_fetch" })], "web_fetch")).toBe(false);
    expect(may(PRESET_RULES.balanced, "shell", "auditor")).toBe(false);
    expect(
      may(
        [...PRESET_RULES.balanced, rule("deny", { tool: "shell", when: [{ pointer: "/command", op: "contains", value: "x" }] })],
        "shell",
      ),
    ).toBe(true);
  });
});

function permutations<T>(items: T[]): T[][] {
  if (items.length < 2) return [items];
  return items.flatMap((item, index) => permutations(items.toSpliced(index, 1)).map((rest) => [item, ...rest]));
}

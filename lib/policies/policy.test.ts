import { describe, expect, it } from "vitest";
import { ENTRY_POINTS, ROLES } from "#lib/context.ts";
import { EFFECTS } from "#lib/tools/define-tool.ts";
import { evaluatePolicy, mayUseTool, type PolicyFacts } from "./evaluate-policy.ts";
import { type Policy, PRESETS, policySchema, type Rule, storedPolicySchema } from "./policy.ts";
import { PRESET_RULES } from "./presets.ts";

const facts: PolicyFacts = {
  role: "member",
  entryPoint: "chat",
  afterReading: [],
  tool: "shell",
  effect: "irreversible",
  input: { command: "ls" },
};
const rule = (id: string, effect: Rule["effect"], more: Partial<Rule> = {}): Rule => ({ id, effect, reason: `${id} says so.`, ...more });
const preset = (name: Policy["preset"]): Policy => ({ version: 1, preset: name, rules: PRESET_RULES[name] });

describe("a rule", () => {
  it.each([
    [{ tool: "shell" }, true],
    [{ tool: "SHELL" }, true],
    [{ tool: "sh*" }, true],
    [{ tool: "she" }, false],
    [{ tool: "*" }, true],
    [{ effectClass: "irreversible" }, true],
    [{ effectClass: ["read", "write"] }, false],
    [{ roles: ["admin"] }, false],
    [{ roles: ["admin", "member"] }, true],
    [{ entryPoints: ["schedule"] }, false],
    [{ when: [{ pointer: "/command", op: "contains", value: "ls" }] }, true],
    [
      {
        when: [
          { pointer: "/command", op: "contains", value: "ls" },
          { pointer: "/timeoutMs", op: "present" },
        ],
      },
      false,
    ],
  ] as const)("looks at %j: %s", (more, isMatch) => {
    const verdict = evaluatePolicy({ ...preset("balanced"), rules: [rule("x", "allow", more as Partial<Rule>)] }, facts);
    expect(verdict.verdict).toBe(isMatch ? "allow" : "deny");
  });
});

it.each(["sh*ll", "*shell", "shell ", " shell", "shell,web_fetch", "/shell/", "shell**"])(
  "a rule on %j, which could match no tool, is refused",
  (tool) => {
    const parsed = policySchema.safeParse({ preset: "balanced", rules: [rule("x", "deny", { tool })] });
    expect(parsed.error?.issues[0]?.path).toEqual(["rules", 0, "tool"]);
  },
);

it.each([
  "*.example.com",
  ".example.com",
  "example.com:443",
  "https://example.com",
  "example.com/",
  " example.com",
  "",
  ".",
  "a b",
  "1.2.3.4.5",
])("a rule on the host %j, which could match no address, is refused", (value) => {
  const when = [{ pointer: "/url", op: "host-is", value }];
  const parsed = policySchema.safeParse({ preset: "balanced", rules: [rule("x", "deny", { when } as Partial<Rule>)] });
  expect(parsed.error?.issues[0]?.path).toEqual(["rules", 0, "when", 0, "value"]);
});

it.each(["floor/not-judged", "default/deny", "grant/1", "agent:Researcher"])(
  "a rule that calls itself %s, as the record names what is no rule, is refused",
  (id) => {
    const parsed = policySchema.safeParse({ preset: "balanced", rules: [rule(id, "deny")] });
    expect(parsed.error?.issues[0]?.path).toEqual(["rules", 0, "id"]);
  },
);

it.each(["/a~2", "/~", "/a~"])("a rule on the pointer %j, which RFC 6901 does not have, is refused", (pointer) => {
  const when = [{ pointer, op: "present" }];
  const parsed = policySchema.safeParse({ preset: "balanced", rules: [rule("x", "deny", { when } as Partial<Rule>)] });
  expect(parsed.error?.issues[0]?.path).toEqual(["rules", 0, "when", 0, "pointer"]);
});

describe("presets", () => {
  const verdictOf = (name: Policy["preset"], tool: string, effect: PolicyFacts["effect"]) =>
    evaluatePolicy(preset(name), { ...facts, tool, effect, input: {} }).verdict;

  it.each([
    ["file_system", "read", ["allow", "allow", "allow", "allow"]],
    ["file_system", "write", ["allow", "allow", "ask", "deny"]],
    ["shell", "irreversible", ["allow", "ask", "ask", "deny"]],
    ["web_fetch", "read", ["allow", "allow", "allow", "deny"]],
    ["web_fetch", "irreversible", ["allow", "ask", "ask", "deny"]],
    ["scheduler", "read", ["allow", "allow", "allow", "allow"]],
    ["scheduler", "write", ["allow", "allow", "ask", "deny"]],
    ["mcp__server__tool", "read", ["allow", "ask", "ask", "deny"]],
    ["a_tool_of_tomorrow", "read", ["allow", "deny", "deny", "deny"]],
  ] as const)("%s (%s): open, balanced, cautious, locked-down say %j", (tool, effect, expected) => {
    expect(PRESETS.map((name) => verdictOf(name, tool, effect))).toEqual(expected);
  });

  it("are rules like any others, and cautious never lets the person who asked decide", () => {
    for (const name of PRESETS) expect(policySchema.safeParse({ preset: name, rules: PRESET_RULES[name] }).success).toBe(true);
    const asking = PRESET_RULES.cautious.filter((each) => each.effect === "ask");
    expect(asking.length).toBeGreaterThan(3);
    expect(asking.every((each) => each.requirement?.excludeRequester === true)).toBe(true);
  });
});

describe("what a model is told of", () => {
  it("is never narrower than what would be allowed or asked for some arguments", () => {
    for (const name of PRESETS) {
      for (const role of ROLES) {
        for (const entryPoint of ENTRY_POINTS) {
          for (const tool of ["shell", "file_system", "web_fetch", "scheduler", "mcp__x__y", "other"]) {
            const some = EFFECTS.some(
              (effect) => evaluatePolicy(preset(name), { role, entryPoint, afterReading: [], tool, effect, input: {} }).verdict !== "deny",
            );
            expect([name, role, tool, mayUseTool(preset(name), { role, entryPoint, afterReading: [], tool }, EFFECTS)]).toEqual([
              name,
              role,
              tool,
              some,
            ]);
          }
        }
      }
    }
  });
});

describe("a policy that is written down", () => {
  it.each([
    [{ preset: "balanced", rules: [rule("a", "ask"), rule("a", "deny")] }],
    [{ preset: "mild", rules: [] }],
    [{ preset: "open", rules: [{ ...rule("a", "ask"), effect: "maybe" }] }],
    [{ preset: "open", rules: [{ ...rule("a", "ask"), also: true }] }],
    [{ preset: "open", rules: [rule("a", "ask", { requirement: { approvals: 0 } })] }],
    [{ preset: "open", rules: [rule("a", "ask", { requirement: { roles: [] } })] }],
    [{ preset: "open", rules: [rule("a", "ask", { when: [{ pointer: "command", op: "present" }] })] }],
    [{ preset: "open", rules: [rule("a", "ask", { afterReading: [] })] }],
    [{ preset: "open", rules: [rule("a", "ask", { afterReading: ["mail"] } as object)] }],
    [{ preset: "open" }],
  ])("is refused: %j", (value) => {
    expect(policySchema.safeParse(value).success).toBe(false);
  });
});

describe("a rule on what was read", () => {
  const read = (schema: typeof policySchema | typeof storedPolicySchema, effect: Rule["effect"]) =>
    schema.safeParse({ preset: "open", rules: [rule("a", effect, { afterReading: ["web", "mcp"] })] });

  it("may ask and deny", () => {
    expect([read(policySchema, "ask").success, read(policySchema, "deny").success]).toEqual([true, true]);
  });

  it("allows nothing, however it came to stand there: what a page says would open what is closed without it", () => {
    for (const schema of [policySchema, storedPolicySchema])
      expect(read(schema, "allow").error?.issues).toMatchObject([
        { path: ["rules", 0, "afterReading"], message: expect.stringMatching(/^A rule that allows takes no afterReading/) },
      ]);
  });
});

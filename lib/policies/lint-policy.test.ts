import { expect, it } from "vitest";
import { lintPolicy } from "./lint-policy.ts";
import { PRESETS, type Rule } from "./policy.ts";
import { PRESET_RULES } from "./presets.ts";

const hasArgument = (_: string, pointer: string) => pointer !== "/comand";
const world = { hasTool: (name: string) => name.toLowerCase() !== "shel", hasArgument, members: { owner: 1, member: 3, auditor: 9 } };
const rule = (more: Partial<Rule>): Rule => ({ id: "r", effect: "allow", tool: "shell", reason: "Why.", ...more });
const lint = (...rules: Rule[]) => lintPolicy({ version: 2, preset: "balanced", rules }, world);

it("finds nothing in the rules that the product begins with, but that the open ones ask nobody", () => {
  const findings = PRESETS.map((preset) => lintPolicy({ version: 1, preset, rules: PRESET_RULES[preset] }, world));
  expect(findings).toEqual([['Nobody is asked about anything: rule "everything-allow" allows every call.'], [], [], []]);
});

it.each<[string, Rule, string[]]>([
  ["a tool that there is not", rule({ tool: "Shel", effect: "ask" }), ['Rule "r" is about the tool "Shel", which there is not.']],
  ["the beginning of names to come", rule({ tool: "shel*" }), []],
  [
    "an argument that there cannot be",
    rule({ tool: "Shell", effect: "deny", when: [{ pointer: "/comand", op: "starts-with", value: "rm" }] }),
    ['Rule "r" looks at /comand of the tool "Shell", where no argument can stand.'],
  ],
  ["an argument that some of many tools may have", rule({ tool: "s*", effect: "deny", when: [{ pointer: "/comand", op: "present" }] }), []],
  [
    "more approvals than there are members who may give one",
    rule({ effect: "ask", requirement: { approvals: 2 } }),
    ['Rule "r" asks for 2 approvals and 1 member may give one, so calls that it asks about wait without end.'],
  ],
  [
    "approvals of a role that nobody has",
    rule({ effect: "ask", requirement: { roles: ["approver", "auditor"] } }),
    ['Rule "r" asks for 1 approval and 0 members may give one, so calls that it asks about wait without end.'],
  ],
  ["approvals that can be given", rule({ effect: "ask", requirement: { approvals: 3, roles: ["member"] } }), []],
  ["everything allowed beside something that asks", rule({ id: "all", tool: undefined } as Partial<Rule>), []],
])("says it of %s", (_, odd, findings) => {
  expect(lint(rule({ id: "web", tool: "web_fetch", effect: "ask" }), odd)).toEqual(findings);
});

it("says that every call is denied when nothing is allowed, and when the rules cannot be read", () => {
  const nothing = ["No rule allows anything or asks about it, so every call is denied."];
  expect([lint(), lint(rule({ effect: "deny" }))]).toEqual([nothing, nothing]);
  expect(lintPolicy({ version: 3, brokenReason: "Version 3 cannot be read." }, world)).toEqual([
    "Version 3 cannot be read. Until new rules are published, every call is denied.",
  ]);
});

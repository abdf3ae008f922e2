import { describe, expect, it } from "vitest";
import type { Rule } from "#lib/policies/policy.ts";
import { callTo, TestGate } from "#lib/testing/gate-scene.ts";
import { evaluateCall } from "./evaluate-call.ts";

type Condition = NonNullable<Rule["when"]>[number];

const onCommand = (effect: Rule["effect"], op: Condition["op"], value: Condition["value"]): Rule => ({
  id: `${effect}-${op}`,
  effect,
  tool: "shell",
  when: [{ pointer: "/command", op, value }],
  reason: `It is ${effect}.`,
});
const judged = async (command: string, ...rules: Rule[]) => evaluateCall(new TestGate(...rules).authority(), callTo("shell", { command }));

describe("a rule that lets commands through by how they begin", () => {
  const status = onCommand("allow", "starts-with", "git status");
  const rules = [status, onCommand("ask", "not-starts-with", "git status")];

  it.each([
    "git status",
    "git status -s",
    "git status --porcelain 2>/dev/null",
    "git status; git status -s",
    "git status 2>&1 || git status",
  ])("lets through what does nothing else: %s", async (command) => {
    expect(await judged(command, ...rules)).toMatchObject({ verdict: "allow" });
  });

  it.each([
    ["git status; python3 x.py", "python3 x.py"],
    ["git status && python3 x.py", "python3 x.py"],
    ["git status | sh", "sh"],
    ["git status & python3 x.py", "python3 x.py"],
    ["git status\npython3 x.py", "python3 x.py"],
    ["git status $(python3 x.py)", "python3 x.py"],
    ["git status `python3 x.py`", "python3 x.py"],
    ['git status "$(python3 x.py)"', "python3 x.py"],
    ["git status <<E\n$(python3 x.py)\nE", "python3 x.py"],
    ["git status > notes.txt", "> notes.txt"],
    ["git status 2>> notes.txt", ">> notes.txt"],
    ["git status <> notes.txt", "<> notes.txt"],
    ["git status; PATH=. ; git status", "PATH=."],
    ["git status; env python3 x.py", "env python3 x.py"],
    ["git status; git() { python3 x.py; }; git status", "python3 x.py"],
    ["git status; $CMD", "$CMD"],
    ['git status; eval "$x"', "eval $x"],
  ])("asks about what does more, and says what: %s", async (command, part) => {
    const evaluation = await judged(command, ...rules);
    expect(evaluation).toMatchObject({ verdict: "ask", ruleId: "ask-not-starts-with" });
    expect(evaluation.reason).toBe(`It is ask. This is about a part of the command: ${part}`);
    expect(await judged(command, status)).toMatchObject({ verdict: "refuse", ruleId: "default/deny" });
  });
});

it("nor does it let through what cannot be read", async () => {
  const rules = [onCommand("allow", "starts-with", "git status"), onCommand("ask", "not-starts-with", "git status")];
  expect(await judged("git status; if", ...rules)).toMatchObject({
    verdict: "ask",
    reason: "It is ask. A part of the command cannot be known beforehand: it does not parse as shell text.",
  });
});

describe("a rule that lets through all but", () => {
  it.each<[Condition["op"], string]>([
    ["not-starts-with", "git push"],
    ["not-equals", "git push"],
  ])("what is named says nothing of what cannot be known: %s", async (op, value) => {
    const rules = [onCommand("allow", op, value), onCommand("ask", "starts-with", "")];
    for (const command of ["ls -la", "cd app && ls"])
      expect(await judged(command, onCommand("allow", op, value))).toMatchObject({ verdict: "allow" });
    for (const command of ["sh push.sh", 'eval "$x"', "git status; $X"]) {
      expect(await judged(command, onCommand("allow", op, value)), command).toMatchObject({ verdict: "refuse", ruleId: "default/deny" });
      expect(await judged(command, ...rules), command).toMatchObject({ verdict: "ask" });
    }
  });

  it("and one that denies or asks about all but what is named still does", async () => {
    const open: Rule = { id: "open", effect: "allow", reason: "All is allowed." };
    expect(await judged("git status; $X", open, onCommand("deny", "not-starts-with", "git"))).toMatchObject({ verdict: "refuse" });
    expect(await judged("git status; sh x.sh", open, onCommand("ask", "not-starts-with", "git"))).toMatchObject({ verdict: "ask" });
    expect(await judged("sh x.sh", open)).toMatchObject({ verdict: "allow" });
  });
});

describe("a rule that denies commands by how they begin", () => {
  const open: Rule = { id: "open", effect: "allow", reason: "All is allowed." };
  const rules: Rule[] = [open, onCommand("deny", "starts-with", "git push")];

  it.each(["git push", "cd app && git push", "git  'push' -f", "env X=1 git push", "echo $(git push)", "sh -c 'git push'", "ls\ngit push"])(
    "finds it wherever it stands: %s",
    async (command) => {
      expect(await judged(command, ...rules)).toMatchObject({ verdict: "refuse", ruleId: "deny-starts-with" });
    },
  );

  it.each(["/usr/bin/git push", "cd app; '/usr/bin/git' push -f", "env ../bin/git push"])(
    "finds it also with the folder of its program: %s",
    async (command) => {
      expect(await judged(command, ...rules)).toMatchObject({
        verdict: "refuse",
        ruleId: "deny-starts-with",
        reason: expect.stringContaining("This is about a part of the command: git push"),
      });
      expect(await judged(command, open, onCommand("ask", "starts-with", "git push"))).toMatchObject({ verdict: "ask" });
    },
  );

  it("and lets nothing through without it, nor asks anew about what is allowed with it", async () => {
    const allowed = onCommand("allow", "starts-with", "./build test");
    expect(await judged("./build test", allowed, onCommand("ask", "not-starts-with", "./build test"))).toMatchObject({ verdict: "allow" });
    expect(await judged("./git status", onCommand("allow", "starts-with", "git status"))).toMatchObject({ verdict: "refuse" });
  });

  it.each(["git pull", "echo git push", "cat <<'E'\ngit push\nE"])("and is not taken in by the words alone: %s", async (command) => {
    expect(await judged(command, ...rules)).toMatchObject({ verdict: "allow" });
  });
});

describe("a rule on a path or an address", () => {
  const open: Rule = { id: "open", effect: "allow", reason: "All is allowed." };
  const on = (effect: Rule["effect"], pointer: string, op: Condition["op"], value: string): Rule => ({
    id: effect,
    effect,
    when: [{ pointer, op, value }],
    reason: `It is ${effect}.`,
  });
  const reading = async (path: string, ...rules: Rule[]) =>
    evaluateCall(new TestGate(...rules).authority(), callTo("file_system", { action: "read", path }));
  const fetching = async (url: string, ...rules: Rule[]) => evaluateCall(new TestGate(...rules).authority(), callTo("web_fetch", { url }));

  it.each(["secrets/a", "./secrets/a", ".//secrets/./a", "secrets//a", "secrets/a/", "./secrets/a/."])(
    "is one on every way to write it: %s",
    async (path) => {
      expect(await reading(path, open, on("deny", "/path", "starts-with", "secrets/"))).toMatchObject({
        verdict: "refuse",
        ruleId: "deny",
      });
      expect(await reading(path, open, on("deny", "/path", "equals", "secrets/a"))).toMatchObject({ verdict: "refuse", ruleId: "deny" });
    },
  );

  it.each([
    "https://example.com/admin/x",
    "HTTPS://EXAMPLE.com:443/admin/x",
    "https://example.com./admin/x",
    "https://example.com/a/%2e%2e/%61dmin/x",
    " https:\\\\example.com\\admin\\x",
  ])("nor does another way to write it lead around it: %s", async (url) => {
    expect(await fetching(url, open, on("deny", "/url", "starts-with", "https://example.com/admin/"))).toMatchObject({
      verdict: "refuse",
      ruleId: "deny",
    });
  });

  it("does not let through what only begins like it, and says what is meant", async () => {
    const docs = on("allow", "/url", "starts-with", "https://example.com/docs/");
    expect(await fetching("https://example.com/docs/a", docs)).toMatchObject({ verdict: "allow" });
    const refused = await fetching("https://example.com/docs/../admin", docs);
    expect(refused).toMatchObject({ verdict: "refuse", ruleId: "default/deny" });
    expect(refused.reason).toContain("This is about the address that is meant: https://example.com/admin");
  });

  it("says nothing of what it does not name", async () => {
    const rules = [open, on("deny", "/path", "starts-with", "secrets/")];
    for (const path of ["notes.txt", "./notes.txt", "my/secrets/a", "secrets-of-others/a"]) {
      expect(await reading(path, ...rules)).toMatchObject({ verdict: "allow" });
    }
  });
});

describe("a rule that names a command exactly", () => {
  it.each<[Condition["op"], Condition["value"]]>([
    ["equals", "npm ci && npm test"],
    ["one-of", ["ls", "npm ci && npm test"]],
  ])("means all that it is made of: %s", async (op, value) => {
    const rules = [onCommand("allow", op, value)];
    expect(await judged("npm ci && npm test", ...rules)).toMatchObject({ verdict: "allow" });
    expect(await judged("npm ci && npm test && ls x", ...rules)).toMatchObject({ verdict: "refuse" });
    expect(await judged("npm ci", ...rules)).toMatchObject({ verdict: "refuse" });
  });

  it("is not undone by the rule for everything else", async () => {
    const rules = [onCommand("allow", "equals", "npm ci && npm test"), onCommand("ask", "not-equals", "npm ci && npm test")];
    expect(await judged("npm ci && npm test", ...rules)).toMatchObject({ verdict: "allow" });
    expect(await judged("npm ci", ...rules)).toMatchObject({ verdict: "ask" });
  });
});

it("a rule that wants more people for a command finds it behind another, and behind the rule for all commands", async () => {
  const asks: Rule = { id: "asks", effect: "ask", tool: "shell", reason: "Commands need a person." };
  const two: Rule = { ...onCommand("ask", "starts-with", "git push"), id: "two", requirement: { approvals: 2 } };
  for (const command of ["git push", "cd app && git push"]) {
    expect(await judged(command, asks, two)).toMatchObject({ verdict: "ask", ruleId: "two", requirement: { approvals: 2 } });
  }
  expect(await judged("git pull", asks, two)).toMatchObject({ ruleId: "asks", requirement: { approvals: 1 } });
});

it("a call that a rule asks about as a whole keeps that rule and its words", async () => {
  const rules: Rule[] = [{ id: "asks", effect: "ask", tool: "shell", reason: "Commands need a person." }];
  expect(await judged("git status; python3 x.py", ...rules)).toMatchObject({
    verdict: "ask",
    ruleId: "asks",
    reason: "Commands need a person.",
  });
});

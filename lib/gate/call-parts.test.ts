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
  expect(await judged("git status <> f", ...rules)).toMatchObject({
    verdict: "ask",
    reason: "It is ask. A part of the command cannot be known beforehand: it does not parse as shell text.",
  });
});

describe("a rule that denies commands by how they begin", () => {
  const rules: Rule[] = [{ id: "open", effect: "allow", reason: "All is allowed." }, onCommand("deny", "starts-with", "git push")];

  it.each(["git push", "cd app && git push", "git  'push' -f", "env X=1 git push", "echo $(git push)", "sh -c 'git push'", "ls\ngit push"])(
    "finds it wherever it stands: %s",
    async (command) => {
      expect(await judged(command, ...rules)).toMatchObject({ verdict: "refuse", ruleId: "deny-starts-with" });
    },
  );

  it.each(["git pull", "echo git push", "cat <<'E'\ngit push\nE"])("and is not taken in by the words alone: %s", async (command) => {
    expect(await judged(command, ...rules)).toMatchObject({ verdict: "allow" });
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

it("a call that a rule asks about as a whole keeps that rule and its words", async () => {
  const rules: Rule[] = [{ id: "asks", effect: "ask", tool: "shell", reason: "Commands need a person." }];
  expect(await judged("git status; python3 x.py", ...rules)).toMatchObject({
    verdict: "ask",
    ruleId: "asks",
    reason: "Commands need a person.",
  });
});

import { expect, it } from "vitest";
import type { ListedTool } from "#lib/gate/index.ts";
import { askFirstWords } from "./ask-first.ts";

type Verdict = ListedTool["verdicts"][number];

const tool = (title: string, ...verdicts: [Verdict["effect"], Verdict["verdict"]][]) =>
  ({ title, verdicts: verdicts.map(([effect, verdict]) => ({ effect, verdict, ruleId: "r", reason: "" })) }) as ListedTool;

it("says which tools act at once, and which may wait for somebody", () => {
  const tools = [
    tool("Files", ["read", "allow"], ["write", "allow"]),
    tool("Web", ["read", "allow"], ["irreversible", "ask"]),
    tool("Shell", ["irreversible", "ask"]),
  ];
  expect(askFirstWords(tools)).toEqual(["Files works without asking.", "Web and Shell may first wait for a person to say yes."]);
  expect(askFirstWords([])).toEqual(["No tool is open to you here: answers are words alone."]);
});

it("says so as well of a tool of which only a part is open", () => {
  expect(askFirstWords([tool("Files", ["read", "allow"], ["write", "deny"])])).toEqual(["Files works without asking."]);
  expect(askFirstWords([tool("Web", ["read", "deny"])])).toEqual([]);
  expect(askFirstWords([tool("Files", ["read", "deny"], ["write", "ask"])])).toEqual(["Files may first wait for a person to say yes."]);
});

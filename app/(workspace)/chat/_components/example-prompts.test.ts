import { expect, it } from "vitest";
import type { ListedTool } from "#lib/gate/index.ts";
import { examplePrompts } from "./example-prompts.ts";

type Verdicts = Partial<Record<"read" | "write" | "irreversible", "allow" | "ask" | "deny">>;

const tool = (name: string, verdicts: Verdicts): Pick<ListedTool, "name" | "verdicts"> => ({
  name,
  verdicts: Object.entries(verdicts).map(
    ([effect, verdict]) => ({ effect, verdict, ruleId: "r", reason: "" }) as ListedTool["verdicts"][number],
  ),
});
const files = tool("file_system", { read: "allow", write: "allow" });

it("offers what is open, also when a person is asked first, six at most", () => {
  const prompts = examplePrompts([
    files,
    tool("shell", { irreversible: "ask" }),
    tool("web_fetch", { read: "ask" }),
    tool("scheduler", { write: "allow" }),
  ]);
  expect(prompts).toHaveLength(6);
  expect(prompts).toContain("Run ls -la");
});

it("offers nothing that a rule, a role or an agent denies: of a tool that does both, what is left", () => {
  expect(examplePrompts([])).toEqual([]);
  expect(examplePrompts([tool("file_system", { read: "allow", write: "deny" })])).toEqual([
    "List files in the current directory",
    "Read notes.txt",
  ]);
  expect(examplePrompts([files, tool("scheduler", { read: "allow", write: "ask" })]).at(-1)).toMatch(/^Every weekday/);
  expect(examplePrompts([tool("document", { read: "allow", write: "allow" })])).toEqual([]);
});

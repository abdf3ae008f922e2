import { expect, it } from "vitest";
import { toolsWords } from "./agent-words.ts";

const NOTHING = { names: [], effects: [] };

it("says in a sentence which tools an agent has", () => {
  expect(toolsWords({ allow: null, deny: NOTHING })).toBe("Every tool that the rules allow");
  expect(toolsWords({ allow: NOTHING, deny: NOTHING })).toBe("No tools");
  expect(toolsWords({ allow: { names: ["file_system"], effects: ["read"] }, deny: { names: ["mcp__*"], effects: ["write"] } })).toBe(
    "file_system, calls that read; never mcp__*, calls that write",
  );
});

import { describe, expect, it } from "vitest";
import type { WireMessage } from "../_session/wire.ts";
import { blocksOf } from "./blocks.ts";

const tool = (toolCallId: string) =>
  ({ type: "tool-shell", toolCallId, state: "output-available", input: { command: "ls" }, output: {} }) as WireMessage["parts"][number];
const text = (words: string) => ({ type: "text" as const, text: words, state: "done" as const });

describe("what an answer consists of", () => {
  it("puts calls together that follow each other without a word, over step ends and facts", () => {
    const parts: WireMessage["parts"] = [
      { type: "step-start" },
      text("First."),
      tool("a"),
      { type: "data-tool-call", id: "a", data: { toolCallId: "a", status: "succeeded" } },
      { type: "step-start" },
      tool("b"),
      text("  "),
      tool("c"),
      text("Last."),
      tool("d"),
    ];
    const blocks = blocksOf(parts).map((block) =>
      block.kind === "calls" ? block.calls.map((call) => call.toolCallId).join("") : block.kind,
    );
    expect(blocks).toEqual(["text", "abc", "text", "d"]);
  });

  it("gives each call the facts that belong to it", () => {
    const [block] = blocksOf([tool("a"), { type: "data-tool-call", id: "a", data: { toolCallId: "a", ruleId: "shell-asks" } }]);
    expect(block).toMatchObject({ kind: "calls", calls: [{ toolCallId: "a", tool: "shell", facts: { ruleId: "shell-asks" } }] });
  });
});

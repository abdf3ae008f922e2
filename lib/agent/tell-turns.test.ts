import type { LanguageModelV4Message } from "@ai-sdk/provider";
import { expect, it } from "vitest";
import { tellTurns } from "./tell-turns.ts";

const said = (text: string): LanguageModelV4Message => ({ role: "user", content: [{ type: "text", text }] });

it("tells turns as they are where there is room", () => {
  const turns: LanguageModelV4Message[] = [
    said("Look."),
    { role: "assistant", content: [{ type: "tool-call", toolCallId: "1", toolName: "file_system", input: { action: "list" } }] },
    {
      role: "tool",
      content: [{ type: "tool-result", toolCallId: "1", toolName: "file_system", output: { type: "text", value: "empty" } }],
    },
    { role: "assistant", content: [{ type: "text", text: "Nothing." }] },
  ];
  expect(tellTurns(turns, 1_000)).toBe(
    'user: Look.\n\nassistant: (calls file_system with {"action":"list"})\n\ntool: (file_system answers) empty\n\nassistant: Nothing.',
  );
});

it("cuts the longest and leaves no message out", () => {
  const told = tellTurns([said(`First ${"a".repeat(100_000)}`), said("The budget is 4,711."), said(`Third ${"b".repeat(50_000)}`)], 10_000);
  expect(told.length).toBeLessThanOrEqual(10_000);
  expect(told).toContain("user: First aaa");
  expect(told).toContain("user: The budget is 4,711.\n");
  expect(told).toContain("user: Third bbb");
});

it("cuts no character in two, and has a length for every room", () => {
  for (const room of [0, 1, 5, 40, 41, 42, 43]) {
    const told = tellTurns([said("😀".repeat(100)), said("😀".repeat(100))], room);
    expect(told.isWellFormed()).toBe(true);
    expect(told.length).toBeLessThanOrEqual(Math.max(room, 4));
  }
});

import { expect, it } from "vitest";
import type { ChatMessage } from "#lib/chats/chat-view.ts";
import { leanMessages } from "./lean-messages.ts";

const message = (input: unknown, output: unknown, isPartial = false): ChatMessage =>
  ({
    id: "m",
    role: "assistant",
    metadata: { createdAt: "now", ...(isPartial && { isPartial }) },
    parts: [{ type: "tool-file_system", toolCallId: "c", state: "output-available", input, output }],
  }) as unknown as ChatMessage;

it("leaves short calls as they are", () => {
  const short = message({ action: "read", path: "a" }, { data: "b" });
  expect(leanMessages([short])).toEqual([short]);
});

it("keeps of a long call what its row says, and marks it to be read from the record", () => {
  const [lean] = leanMessages([message({ action: "write", path: "a.txt", content: "x".repeat(5_000) }, { data: "y".repeat(5_000) })]);
  expect(lean?.parts[0]).toMatchObject({
    isLean: true,
    output: undefined,
    input: { action: "write", path: "a.txt", content: "x".repeat(200) },
  });
});

it("touches nothing of an answer that is being written", () => {
  const partial = message({ content: "x".repeat(5_000) }, undefined, true);
  expect(leanMessages([partial])[0]).toBe(partial);
});

it("keeps a short result of long arguments, by which the row leads to what was made", () => {
  const output = { data: { id: "d" } };
  const [lean] = leanMessages([message({ action: "create", text: "x".repeat(5_000) }, output)]);
  expect(lean?.parts[0]).toMatchObject({ isLean: true, output });
});

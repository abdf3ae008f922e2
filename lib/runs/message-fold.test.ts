import { readUIMessageStream, type UIMessage, type UIMessageChunk } from "ai";
import { describe, expect, it } from "vitest";
import { MessageFold } from "./message-fold.ts";

const CHUNKS: UIMessageChunk[] = [
  { type: "start", messageId: "m1", messageMetadata: { model: "demo" } },
  { type: "start-step" },
  { type: "reasoning-start", id: "r" },
  { type: "reasoning-delta", id: "r", delta: "Thinking" },
  { type: "reasoning-end", id: "r" },
  { type: "text-start", id: "t" },
  { type: "text-delta", id: "t", delta: "I will " },
  { type: "text-delta", id: "t", delta: "look." },
  { type: "text-end", id: "t" },
  { type: "tool-input-start", toolCallId: "c1", toolName: "shell" },
  { type: "tool-input-available", toolCallId: "c1", toolName: "shell", input: { command: "ls" } },
  { type: "tool-input-available", toolCallId: "c2", toolName: "shell", input: { command: "rm x" } },
  { type: "tool-input-available", toolCallId: "c3", toolName: "file_system", input: { action: "read", path: "x" } },
  { type: "tool-approval-request", approvalId: "a1", toolCallId: "c1", reason: "Commands ask." },
  { type: "tool-approval-request", approvalId: "a2", toolCallId: "c2" },
  { type: "data-tool-call", id: "c1", data: { status: "awaiting-approval" } },
  { type: "tool-approval-response", approvalId: "a1", approved: true },
  { type: "data-tool-call", id: "c1", data: { status: "executing" } },
  { type: "data-output", data: { text: "live" }, transient: true },
  { type: "tool-output-available", toolCallId: "c1", output: { ok: true } },
  { type: "tool-approval-response", approvalId: "a2", approved: false, reason: "No." },
  { type: "tool-output-denied", toolCallId: "c2" },
  { type: "tool-output-error", toolCallId: "c3", errorText: "ERROR [not_found]: no" },
  { type: "finish-step" },
  { type: "start-step" },
  { type: "text-start", id: "t" },
  { type: "text-delta", id: "t", delta: "Lost words" },
  { type: "reset-step" },
  { type: "text-start", id: "t" },
  { type: "text-delta", id: "t", delta: "Done." },
  { type: "text-end", id: "t" },
  { type: "tool-input-start", toolCallId: "c4", toolName: "shell" },
  { type: "tool-input-delta", toolCallId: "c4", inputTextDelta: '{"comm' },
  { type: "tool-input-error", toolCallId: "c4", toolName: "shell", input: '{"comm', errorText: "It broke off." },
  { type: "tool-input-error", toolCallId: "c5", toolName: "shell", input: "", errorText: "It broke off." },
  { type: "finish-step" },
  { type: "finish", finishReason: "stop", messageMetadata: { usage: { totalTokens: 3 } } },
];

describe("the fold of a run's chunks", () => {
  it("is the message that the AI SDK's own reader makes of them", async () => {
    const fold = new MessageFold();
    for (const chunk of CHUNKS) fold.add(chunk);
    const theirs = await readWithSdk(CHUNKS);
    expect(plain(fold.parts)).toEqual(plain(theirs.parts));
    expect(fold.metadata).toEqual(theirs.metadata);
  });

  it("is the same wherever a reader was interrupted and went on", () => {
    const whole = new MessageFold();
    for (const chunk of CHUNKS) whole.add(chunk);
    for (let cut = 0; cut <= CHUNKS.length; cut++) {
      const interrupted = new MessageFold();
      for (const chunk of CHUNKS.slice(0, cut)) interrupted.add(chunk);
      const resumed = new MessageFold(JSON.parse(JSON.stringify(interrupted.snapshot())));
      for (const chunk of CHUNKS.slice(cut)) resumed.add(chunk);
      expect(plain(resumed.parts)).toEqual(plain(whole.parts));
    }
  });

  it("lets unknown and orphaned chunks pass without harm", () => {
    const fold = new MessageFold();
    fold.add({ type: "text-delta", id: "nobody", delta: "x" });
    fold.add({ type: "tool-output-available", toolCallId: "nobody", output: 1 });
    fold.add({ type: "tool-approval-response", approvalId: "nobody", approved: true });
    expect(fold.parts).toEqual([]);
  });
});

async function readWithSdk(chunks: UIMessageChunk[]): Promise<UIMessage> {
  let last: UIMessage | undefined;
  for await (const message of readUIMessageStream({ stream: streamOf(chunks) })) last = message;
  if (!last) throw new Error("The SDK made no message.");
  return last;
}

function streamOf(chunks: UIMessageChunk[]): ReadableStream<UIMessageChunk> {
  return new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });
}

/** The SDK keeps undefined members, a raw input, and a reasoning part's id; none of them is shown. */
function plain(parts: UIMessage["parts"]): unknown {
  return JSON.parse(JSON.stringify(parts, (key, value) => (key === "rawInput" || (key === "id" && value === "r") ? undefined : value)));
}

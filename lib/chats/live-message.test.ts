import type { UIMessageChunk } from "ai";
import { describe, expect, it } from "vitest";
import { LiveMessage, type LiveSnapshot } from "./live-message.ts";

const CHUNKS: UIMessageChunk[] = [
  { type: "start", messageId: "m", messageMetadata: { model: "demo" } },
  { type: "start-step" },
  { type: "text-start", id: "t" },
  { type: "text-delta", id: "t", delta: "Hel" },
  { type: "text-delta", id: "t", delta: "lo" },
  { type: "tool-input-available", toolCallId: "c", toolName: "shell", input: { command: "ls" } },
  { type: "data-output", data: { toolCallId: "c", text: "a.txt\n" }, transient: true },
  { type: "data-output", data: { toolCallId: "c", text: "b.txt\n" }, transient: true },
  { type: "text-end", id: "t" },
  { type: "tool-output-available", toolCallId: "c", output: { ok: true } },
  { type: "error", errorText: "It broke off." },
];

function readAll(chunks: readonly UIMessageChunk[], from?: LiveSnapshot, firstSeq = 1): LiveMessage {
  const live = new LiveMessage(from);
  for (const [index, chunk] of chunks.entries()) live.add(firstSeq + index, chunk);
  return live;
}

describe("a message that is being written", () => {
  it("is the same whether it was read in one go or taken up from a snapshot at any point", () => {
    const whole = readAll(CHUNKS).snapshot();
    for (let cut = 0; cut <= CHUNKS.length; cut += 1) {
      const sent = JSON.parse(JSON.stringify(readAll(CHUNKS.slice(0, cut)).snapshot()));
      // What comes again after a reconnect is not added twice.
      expect(JSON.parse(JSON.stringify(readAll(CHUNKS, sent).snapshot()))).toEqual(JSON.parse(JSON.stringify(whole)));
    }
  });

  it("shows a call's output while it runs and forgets it when the result is there", () => {
    expect(readAll(CHUNKS.slice(0, 8)).liveOutput.get("c")).toBe("a.txt\nb.txt\n");
    expect(readAll(CHUNKS).liveOutput.size).toBe(0);
  });

  it("keeps the end of a long output", () => {
    const data = { toolCallId: "c", text: `${"x".repeat(30_000)}end` };
    const shown = readAll([{ type: "data-output", data, transient: true }]).liveOutput.get("c");
    expect(shown).toHaveLength(20_000);
    expect(shown?.endsWith("end")).toBe(true);
  });

  it("says why it ended badly", () => {
    expect(readAll(CHUNKS).fold.metadata).toMatchObject({ model: "demo", error: "It broke off." });
  });

  it("takes a notice away when something else happens", () => {
    const notice: UIMessageChunk = { type: "data-notice", data: { text: "Trying again in 4 s." }, transient: true };
    expect(readAll([notice]).notice).toBe("Trying again in 4 s.");
    expect(readAll([notice, { type: "start-step" }]).notice).toBeNull();
  });
});

import { safeValidateUIMessages, type UIMessage, type UIMessageChunk } from "ai";
import { expect, it } from "vitest";
import { MessageFold } from "#lib/runs/message-fold.ts";
import { soundParts } from "./sound-parts.ts";

const ASKED: UIMessageChunk[] = [
  { type: "start-step" },
  { type: "tool-input-available", toolCallId: "c1", toolName: "shell", input: { command: "ls" } },
  { type: "tool-approval-request", approvalId: "a1", toolCallId: "c1", reason: "Commands ask." },
];

const isSound = async (parts: UIMessage["parts"]) =>
  (await safeValidateUIMessages({ messages: [{ id: "m1", role: "assistant", parts: JSON.parse(JSON.stringify(parts)) }] })).success;

it.each<[string, UIMessageChunk[]]>([
  ["waits", []],
  ["ran", [answer(true), { type: "tool-output-available", toolCallId: "c1", output: {} }]],
  ["failed", [answer(true), { type: "tool-output-error", toolCallId: "c1", errorText: "ERROR" }]],
  ["was denied", [answer(false), { type: "tool-output-denied", toolCallId: "c1" }]],
])("leaves the parts of a call that %s as they are", async (_, chunks) => {
  const parts = partsOf(chunks);
  expect(soundParts(parts)).toEqual(parts);
  expect(await isSound(parts)).toBe(true);
});

it("takes the request from a call that ended before anybody answered it, which the SDK's check refuses", async () => {
  const parts = partsOf([{ type: "tool-output-error", toolCallId: "c1", errorText: "REFUSED" }]);
  expect(await isSound(parts)).toBe(false);
  expect(await isSound(soundParts(parts))).toBe(true);
  expect(soundParts(parts).at(-1)).toEqual({
    type: "tool-shell",
    toolCallId: "c1",
    input: { command: "ls" },
    state: "output-error",
    errorText: "REFUSED",
  });
});

function partsOf(chunks: readonly UIMessageChunk[]): UIMessage["parts"] {
  const fold = new MessageFold();
  for (const chunk of [...ASKED, ...chunks]) fold.add(chunk);
  return fold.parts;
}

function answer(approved: boolean): UIMessageChunk {
  return { type: "tool-approval-response", approvalId: "a1", approved };
}

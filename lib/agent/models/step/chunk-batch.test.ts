import type { UIMessageChunk } from "ai";
import { expect, it } from "vitest";
import { ChunkBatch } from "./chunk-batch.ts";

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));
const delta = (text: string, id = "t"): UIMessageChunk => ({ type: "text-delta", id, delta: text });

it("hands over once a turn, in order, with the deltas of one part joined", async () => {
  const heard: UIMessageChunk[][] = [];
  const batch = new ChunkBatch(
    (chunks) => heard.push(chunks),
    () => {},
  );
  for (const chunk of [delta("a"), delta("b"), delta("c", "u"), delta("d")]) batch.push(chunk);
  expect(heard).toEqual([]);
  await nextTurn();
  batch.push(delta("e"));
  batch.flush();
  await nextTurn();
  expect(heard).toEqual([[delta("ab"), delta("c", "u"), delta("d")], [delta("e")]]);
});

it("joins neither different calls nor different kinds", () => {
  const heard: UIMessageChunk[] = [];
  const batch = new ChunkBatch(
    (chunks) => heard.push(...chunks),
    () => {},
  );
  const input = (toolCallId: string, inputTextDelta: string): UIMessageChunk => ({ type: "tool-input-delta", toolCallId, inputTextDelta });
  for (const chunk of [
    input("a", "1"),
    input("a", "2"),
    input("b", "3"),
    delta("x"),
    { type: "reasoning-delta", id: "t", delta: "y" } as const,
  ])
    batch.push(chunk);
  batch.flush();
  expect(heard).toEqual([input("a", "12"), input("b", "3"), delta("x"), { type: "reasoning-delta", id: "t", delta: "y" }]);
});

it("tells of a listener that threw, throws its error on flush, and hands it nothing more", async () => {
  let told = 0;
  let heard = 0;
  const batch = new ChunkBatch(
    () => {
      heard += 1;
      throw new Error("lost");
    },
    () => {
      told += 1;
    },
  );
  batch.push(delta("a"));
  await nextTurn();
  batch.push(delta("b"));
  expect(() => batch.flush()).toThrow("lost");
  expect([told, heard]).toEqual([1, 1]);
});

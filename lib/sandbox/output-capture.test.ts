import { expect, it } from "vitest";
import { OutputCapture } from "./output-capture.ts";

const END = 64 * 1024;
const MILLION = Buffer.from(Array.from({ length: 1_000_000 }, (_, at) => (at * 31 + (at >> 8)) & 0xff));

it("keeps a small output whole, in one piece", () => {
  const capture = new OutputCapture();
  for (let n = 0; n < 130; n++) capture.add(Buffer.alloc(1_000, n));
  const { head, tail, droppedBytes, totalBytes } = capture.finish();
  expect({ tail: tail.length, droppedBytes, totalBytes }).toEqual({ tail: 0, droppedBytes: 0, totalBytes: 130_000 });
  expect(head).toEqual(Buffer.concat(Array.from({ length: 130 }, (_, n) => Buffer.alloc(1_000, n))));
});

it.each([1, 7, 1_000, 65_536, 1_000_000])("keeps both ends of a large one, whatever the size of the chunks (%i)", (size) => {
  const capture = new OutputCapture();
  for (let at = 0; at < MILLION.length; at += size) capture.add(MILLION.subarray(at, at + size));
  expect(capture.finish()).toEqual({
    head: MILLION.subarray(0, END),
    tail: MILLION.subarray(-END),
    totalBytes: MILLION.length,
    droppedBytes: MILLION.length - 2 * END,
  });
});

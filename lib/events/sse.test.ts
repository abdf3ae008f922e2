import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { forgetSingleton } from "#lib/singleton.ts";
import { type SseSink, sseResponse } from "./sse.ts";

beforeEach(() => {
  forgetSingleton("sse-streams");
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  forgetSingleton("sse-streams");
});

function openStream() {
  let sink: SseSink | undefined;
  const stop = vi.fn();
  const { body } = sseResponse({}, (opened) => {
    sink = opened;
    return stop;
  });
  if (!sink || !body) throw new Error("Nothing was opened.");
  return { sink, stop, reader: body.getReader() };
}
const textOf = ({ value }: { value?: Uint8Array | undefined }) => new TextDecoder().decode(value);

it("shows a reader that it lives, however long nothing is said", async () => {
  const { stop, reader } = openStream();
  for (let beat = 0; beat < 20; beat += 1) {
    const read = reader.read();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(textOf(await read)).toBe(": \n\n");
  }
  expect(stop).not.toHaveBeenCalled();
});

it("lets go of a reader that has taken nothing for a minute, and keeps a slow one", async () => {
  const [stuck, slow] = [openStream(), openStream()];
  for (let second = 0; second < 80; second += 1) {
    stuck.sink.send(`data: ${second}\n\n`);
    slow.sink.send(`data: ${second}\n\n`);
    await vi.advanceTimersByTimeAsync(1_000);
    if (second % 20 === 0) await slow.reader.read();
  }
  expect(stuck.stop).toHaveBeenCalledOnce();
  expect(slow.stop).not.toHaveBeenCalled();
  expect(textOf(await stuck.reader.read())).toBe("data: 0\n\n");
});

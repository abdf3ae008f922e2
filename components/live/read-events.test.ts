import { expect, it } from "vitest";
import { readEvents } from "./read-events.ts";

function bodyOf(chunks: readonly (string | Uint8Array)[]): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(typeof chunk === "string" ? encoder.encode(chunk) : chunk);
      controller.close();
    },
  });
}

async function read(chunks: readonly (string | Uint8Array)[]): Promise<string[]> {
  const events: string[] = [];
  for await (const data of readEvents(bodyOf(chunks), () => undefined)) events.push(data);
  return events;
}

it("finds each event, however the bytes were cut, and passes over heartbeats and ids", async () => {
  const bytes = new TextEncoder().encode(': \n\ndata: {"a":"é"}\n\nid: 7\ndata: two\n\n: \n\n');
  for (let cut = 1; cut < bytes.length; cut += 1) expect(await read([bytes.slice(0, cut), bytes.slice(cut)])).toEqual(['{"a":"é"}', "two"]);
});

it("says nothing of an event that was never finished", async () => {
  expect(await read(["data: one\n\ndata: tw"])).toEqual(["one"]);
});

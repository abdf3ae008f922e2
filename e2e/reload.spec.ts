import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "@playwright/test";
import type { UIMessageChunk } from "ai";
import { canonicalJson } from "#lib/canonical-json.ts";
import { MessageFold } from "#lib/runs/message-fold.ts";
import { OWNER } from "./owner.ts";
import { ownerOf } from "./owner-client.ts";
import { streamedEvents } from "./streamed-events.ts";

const TABS = 20;
const RELOADS_A_TAB = 10;

/** One tab of a run that streams: what it has seen, and the place from which it goes on. */
interface Tab {
  read: ReadEvents;
  runId: string;
  chatId: string;
  /** By place; a chunk that came again must be the same. */
  chunks: Map<number, string>;
  after: number;
  isOver: boolean;
  reloads: number;
}

/** Opens a stream after `after` and hands over what comes until the signal aborts or the stream ends. */
type ReadEvents = (tab: Tab, signal: AbortSignal) => Promise<void>;

test("two hundred reloads of a run that streams, at random points, leave the same transcript, byte for byte", async () => {
  await expectOneTranscript(readRunStream);
});

test("two hundred reloads of the tab's own stream leave the same transcript, byte for byte", async () => {
  await expectOneTranscript(readTabStream);
});

async function expectOneTranscript(read: ReadEvents): Promise<void> {
  const owner = ownerOf(baseUrl());
  const { chatId, runId } = await owner.say([
    { reasoning: "First a note.", calls: [{ tool: "file_system", args: { action: "write", path: "reload.txt", content: "שלום 👋" } }] },
    { text: Array.from({ length: 300 }, (_, index) => `word${index} 🙂`).join(" "), rate: 120 },
  ]);
  const tabs = Array.from({ length: TABS }, (): Tab => ({ read, runId, chatId, chunks: new Map(), after: 0, isOver: false, reloads: 0 }));
  await Promise.all(tabs.map(readToTheEnd));
  await expect.poll(() => owner.runOf(runId).then((run) => run.status)).toBe("succeeded");
  expect(tabs.reduce((sum, { reloads }) => sum + reloads, 0)).toBeGreaterThanOrEqual(200);

  const whole: Tab = { read: readRunStream, runId, chatId, chunks: new Map(), after: 0, isOver: false, reloads: RELOADS_A_TAB };
  await readToTheEnd(whole);
  const transcript = transcriptOf(whole);
  const { messages } = await owner.api(`/api/chats/${chatId}`);
  expect(canonicalJson(messages.at(-1).parts)).toBe(transcript);
  expect(tabs.filter((tab) => transcriptOf(tab) !== transcript)).toEqual([]);
  expect(tabs.filter((tab) => canonicalJson([...tab.chunks]) !== canonicalJson([...whole.chunks]))).toEqual([]);
}

/** Reads in pieces of random length. Every other reload begins anew, as F5 does; the rest go on from their place, as after a lost connection. */
async function readToTheEnd(tab: Tab): Promise<void> {
  while (!tab.isOver) {
    const left = RELOADS_A_TAB - tab.reloads;
    const signal = left > 0 ? AbortSignal.timeout(Math.ceil(Math.random() * 300)) : new AbortController().signal;
    await tab.read(tab, signal).catch((error: unknown) => {
      if (!signal.aborted) throw error;
    });
    if (tab.isOver && left > 0) tab.isOver = false;
    if (left <= 0) continue;
    tab.reloads += 1;
    if (tab.reloads % 2 === 0) {
      tab.chunks.clear();
      tab.after = 0;
    }
    await sleep(Math.random() * 20);
  }
}

async function readRunStream(tab: Tab, signal: AbortSignal): Promise<void> {
  // The standard's header and our parameter say the same.
  const isByHeader = tab.reloads % 3 === 0;
  const url = `/api/runs/${tab.runId}/stream${isByHeader ? "" : `?after=${tab.after}`}`;
  for await (const { id, data } of events(url, signal, isByHeader ? { "last-event-id": String(tab.after) } : {})) {
    if (data === "[DONE]") tab.isOver = true;
    else keep(tab, Number(id), JSON.parse(data));
  }
}

async function readTabStream(tab: Tab, signal: AbortSignal): Promise<void> {
  for await (const { data } of events(`/api/events?chat=${tab.chatId}&run=${tab.runId}&after=${tab.after}`, signal)) {
    const event = JSON.parse(data);
    if (event.type === "run" && event.runId === tab.runId) for (const [seq, chunk] of event.events) keep(tab, seq, chunk);
    if (event.type === "run-end" && event.runId === tab.runId) {
      tab.isOver = true;
      return;
    }
  }
}

function keep(tab: Tab, seq: number, chunk: UIMessageChunk): void {
  expect(seq, "each place comes once, in order").toBeGreaterThan(tab.after);
  tab.after = seq;
  tab.chunks.set(seq, canonicalJson(chunk));
}

function events(where: string, signal: AbortSignal, headers: Record<string, string> = {}) {
  return streamedEvents(`${baseUrl()}${where}`, { signal, headers: { authorization: `Bearer ${OWNER.apiKey}`, ...headers } });
}

/** The message as a person reads it: the sum of the chunks. */
function transcriptOf({ chunks }: Tab): string {
  const fold = new MessageFold();
  for (const chunk of chunks.values()) fold.add(JSON.parse(chunk));
  return canonicalJson(fold.parts);
}

function baseUrl(): string {
  return `http://127.0.0.1:${process.env.E2E_PORT}`;
}

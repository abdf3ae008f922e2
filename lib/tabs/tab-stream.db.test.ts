import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { GET } from "#app/api/events/route.ts";
import { GET as getRunStream } from "#app/api/runs/[id]/stream/route.ts";
import { closeConnections } from "#db/client.ts";
import { updateChat } from "#lib/chats/update-chat.ts";
import { hub } from "#lib/events/hub.ts";
import type { ChatId, RunId } from "#lib/ids.ts";
import { cancelRun } from "#lib/runs/cancel-run.ts";
import { getRun } from "#lib/runs/get-run.ts";
import { callRoute } from "#lib/testing/call-route.ts";
import { type ModelServer, startModelServer } from "#lib/testing/model-server/index.ts";
import { completeRun, insertChat, startRun } from "#lib/testing/run-scene.ts";
import { createScene, type SceneMember } from "#lib/testing/scene.ts";
import { useModelServer } from "#lib/testing/use-model-server.ts";

let model: ModelServer;
beforeAll(async () => {
  model = await startModelServer();
  useModelServer(model);
});
afterAll(async () => {
  await model.close();
  await hub().close();
  await closeConnections();
});

it("says to HEAD what a tab's stream is, and leaves nobody behind who listens for it", async () => {
  const { ours } = await createScene();
  const head = () => callRoute(GET, { ...ours.member, method: "HEAD", path: "/api/events" });
  const { status, headers, body } = await head();
  expect([status, headers.get("content-type"), body]).toEqual([200, "text/event-stream; charset=utf-8", ""]);
  await hub().listen();
  const listeners = () => [hub().listenerCount("notice"), hub().listenerCount("resync")];
  const before = listeners();
  await Promise.all([head(), head(), head()]);
  expect(listeners()).toEqual(before);
});

it("says nothing twice to an EventSource of a run, which comes back to the address that it was opened with", async () => {
  const { member } = (await createScene()).ours;
  const { id } = await completeRun(member, [{ text: "Done." }]);
  const read = (after: number, last?: string) => firstWords(openRun(member, id, `?after=${after}`, last ? { "last-event-id": last } : {}));
  const places = (text: string) => [...text.matchAll(/^id: (\d+)$/gm)].map(([, place]) => Number(place));
  const all = places(await read(0));
  const [, second = 0, third = 0] = all;
  expect(all.length).toBeGreaterThan(3);
  expect(places(await read(second, String(third)))).toEqual(all.slice(3));
  expect(places(await read(third, String(second)))).toEqual(all.slice(3));
});

describe("a tab follows", () => {
  const told = { tool: "file_system", args: { action: "list", path: "canary" } };

  it("the run that it was reading, in the chat that it shows, and no run of another chat or of one that it may not see", async () => {
    const { ours } = await createScene();
    const { chatId, id } = await completeRun(ours.owner, [{ calls: [told] }, { text: "Done." }]);
    const elsewhere = await insertChat(ours.member);
    const reads = (chat: ChatId) => firstWords(openTab(ours.member, `chat=${chat}&run=${id}`));
    expect(await reads(chatId)).toContain("canary");
    expect(await reads(elsewhere)).not.toContain("canary");
    await updateChat(ours.owner.ctx, { chatId, visibility: "private" });
    expect(await reads(chatId)).not.toContain("canary");
    expect(await firstWords(openTab(ours.owner, `chat=${chatId}&run=${id}`))).toContain("canary");
  });

  it.each<[string, (owner: SceneMember, chatId: ChatId) => Promise<unknown>]>([
    ["", ({ ctx }, chatId) => updateChat(ctx, { chatId, visibility: "private" })],
    [
      ", also when the notice of it was lost",
      async ({ ctx }, chatId) => {
        await ctx.db.sql((sql) => sql`update chats set visibility = 'private' where tenant_id = ${ctx.tenantId} and id = ${chatId}`);
        hub().emit("resync");
      },
    ],
  ])("a chat no longer than it may see it: streams of its run end when its creator makes it private%s", async (_, hide) => {
    const { ours } = await createScene();
    const { chatId, runId, driven } = await startRun(ours.owner, [{ text: 1_000, rate: 200 }]);
    const streams = [openTab(ours.member, `chat=${chatId}`), openRun(ours.member, runId)].map(listen);
    await vi.waitFor(() => expect(streams.map(({ text }) => text.includes("text-delta"))).toEqual([true, true]), { timeout: 5_000 });
    await hide(ours.owner, chatId);
    await Promise.all(streams.map(({ ended }) => ended));
    expect((await getRun(ours.owner.ctx, { runId })).status).toBe("running");
    expect((await openRun(ours.member, runId)).status).toBe(404);
    await cancelRun(ours.owner.ctx, { runId });
    await driven;
  });
});

const asking = ({ apiKey }: SceneMember) => ({ headers: { authorization: `Bearer ${apiKey}` } });

async function openTab(member: SceneMember, query: string): Promise<Response> {
  return GET(new Request(`http://countersign.test/api/events?${query}`, asking(member)), { params: Promise.resolve({}) });
}

async function openRun(member: SceneMember, id: RunId, query = "", more: Record<string, string> = {}): Promise<Response> {
  const asked = new Request(`http://countersign.test/api/runs/${id}/stream${query}`, asking(member));
  for (const [name, value] of Object.entries(more)) asked.headers.set(name, value);
  return getRunStream(asked, { params: Promise.resolve({ id }) });
}

/** What a stream has said so far; `ended` when it was closed from the other side, or by `stop`. */
function listen(opening: Promise<Response>): { text: string; ended: Promise<void>; stop(): void } {
  const reader = opening.then(({ body }) => body?.pipeThrough(new TextDecoderStream()).getReader());
  const heard = { text: "", ended: hear(), stop: () => void reader.then((open) => open?.cancel()) };
  async function hear(): Promise<void> {
    const open = await reader;
    for (let part = await open?.read(); part && !part.done; part = await open?.read()) heard.text += part.value;
  }
  return heard;
}

/** What a stream says within a moment. */
async function firstWords(opening: Promise<Response>): Promise<string> {
  const heard = listen(opening);
  setTimeout(heard.stop, 300);
  await heard.ended;
  return heard.text;
}

import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "@playwright/test";
import { type ModelServer, startModelServer } from "#lib/testing/model-server/index.ts";
import { OWNER } from "./owner.ts";
import { type OwnerClient, ownerOf, workspaceFile } from "./owner-client.ts";
import { childrenOf, type RunningProcess } from "./processes.ts";
import { type Product, removeProduct, startProduct } from "./product.ts";
import { streamedEvents } from "./streamed-events.ts";

// Real processes that are really killed: web and worker by SIGKILL, again and again; the launcher brings them back.
test.describe.configure({ mode: "serial", timeout: 180_000 });

/** The places of the next driver's events begin so far above those of the one before. */
const EVENTS_OF_A_DRIVER = 1_000_000;

let models: ModelServer;
let product: Product;
let owner: OwnerClient;

test.beforeAll(async () => {
  models = await startModelServer();
  product = await startProduct({ env: { MODEL: "openai-compatible:fake", OPENAI_BASE_URL: models.url, OPENAI_API_KEY: "any" } });
  owner = ownerOf(product.baseUrl);
});

test.afterAll(async () => {
  await removeProduct(product);
  await models.close();
});

test("an answer whose processes are killed goes on within five seconds, for a reader who comes back", async () => {
  const { runId } = await owner.say([{ text: 600, rate: 60 }]);
  const stream = (after: number) =>
    streamedEvents(`${product.baseUrl}/api/runs/${runId}/stream?after=${after}`, { headers: { authorization: `Bearer ${OWNER.apiKey}` } });
  let seen = 0;
  for await (const { id, data } of stream(0)) {
    seen = Number(id);
    if (data.includes('"text-delta"')) break;
  }
  for (const { pid } of await services()) process.kill(pid, "SIGKILL");
  const killedAt = performance.now();
  const next = async () => {
    for await (const { id } of stream(seen)) if (Number(id) > seen + EVENTS_OF_A_DRIVER / 2) return performance.now();
    return Number.POSITIVE_INFINITY;
  };
  let goneOnAt = Number.POSITIVE_INFINITY;
  await expect(async () => {
    goneOnAt = await next();
    expect(goneOnAt).toBeLessThan(Number.POSITIVE_INFINITY);
  }).toPass({ timeout: 30_000, intervals: [50] });
  test.info().annotations.push({ type: "figures", description: `It went on after ${Math.round(goneOnAt - killedAt)} ms.` });
  expect(goneOnAt - killedAt).toBeLessThan(5_000);
  await owner.call(`/api/runs/${runId}/cancel`, {});
});

test("a command that waits survives kill -9 of web and worker, is approved afterwards, and runs exactly once", async () => {
  const marker = randomUUID();
  const { chatId, runId } = await owner.say([
    { calls: [{ tool: "shell", args: { command: `echo ${marker} >> survived.txt` } }] },
    { text: "Done." },
  ]);
  await expect.poll(() => owner.runOf(runId).then((run) => run.status)).toBe("awaiting-approval");
  await killServices();
  const { items } = await owner.api(`/api/approvals?status=pending&chatId=${chatId}`);
  expect(items).toHaveLength(1);
  const decisions = await Promise.all(Array.from({ length: 20 }, () => owner.approve(items[0])));
  expect(decisions.filter((status) => status === 200)).toHaveLength(1);
  expect(decisions.filter((status) => status === 409)).toHaveLength(19);
  await expect.poll(() => owner.runOf(runId).then((run) => run.status), { timeout: 60_000 }).toBe("succeeded");
  expect((await workspaceFile(owner, product.dataDir, "survived.txt")).split(marker)).toHaveLength(2);
});

test("an answer that streams when its process is killed goes on by itself, and nothing stands there twice", async () => {
  const { chatId, runId } = await owner.say([
    { calls: [{ tool: "file_system", args: { action: "write", path: "once.txt", content: "1" } }] },
    { text: Array.from({ length: 120 }, (_, index) => `word${index}`).join(" "), rate: 30 },
  ]);
  await sleep(1_500);
  await killServices();
  await expect.poll(() => owner.runOf(runId).then((run) => run.status), { timeout: 60_000 }).toBe("succeeded");
  const { messages } = await owner.api(`/api/chats/${chatId}`);
  const text = messages
    .at(-1)
    .parts.filter((part: { type: string }) => part.type === "text")
    .map((part: { text: string }) => part.text)
    .join("");
  for (const word of ["word0 ", "word60 ", "word119"]) expect(text.split(word)).toHaveLength(2);
  expect((await owner.runOf(runId)).toolCalls).toHaveLength(1);
});

test("an approved command whose process dies in the middle is called unknown, and is not run again", async () => {
  const marker = randomUUID();
  const { chatId, runId } = await owner.say([
    { calls: [{ tool: "shell", args: { command: `echo ${marker} >> begun.txt; sleep 20` } }] },
    { text: "Seen." },
  ]);
  await expect.poll(() => owner.api(`/api/approvals?status=pending&chatId=${chatId}`).then((page) => page.items.length)).toBe(1);
  const { items } = await owner.api(`/api/approvals?status=pending&chatId=${chatId}`);
  expect(await owner.approve(items[0])).toBe(200);
  await expect.poll(() => workspaceFile(owner, product.dataDir, "begun.txt").catch(() => "")).toContain(marker);
  await killServices();
  await expect.poll(() => owner.runOf(runId).then((run) => run.status), { timeout: 60_000 }).toBe("succeeded");
  const run = await owner.runOf(runId);
  expect(run.toolCalls[0]).toMatchObject({ status: "unknown", outcome: { executed: true, ok: false } });
  expect((await workspaceFile(owner, product.dataDir, "begun.txt")).split(marker)).toHaveLength(2);
});

test("runs come to an end, each once, while web and worker are killed at random", async () => {
  const runs: string[] = [];
  for (let round = 0; round < 6; round++) {
    const path = `random-${round}.txt`;
    const script = [
      { calls: [{ tool: "file_system", args: { action: "write", path, content: String(round) } }] },
      { calls: [{ tool: "file_system", args: { action: "read", path } }] },
      { text: 30, rate: 60 },
    ];
    runs.push((await owner.say(script)).runId);
    await sleep(Math.random() * 800);
    if (round % 2 === 1) await killServices();
  }
  for (const runId of runs) {
    await expect.poll(() => owner.runOf(runId).then((run) => run.status), { timeout: 90_000 }).toBe("succeeded");
    const { toolCalls } = await owner.runOf(runId);
    expect(toolCalls).toHaveLength(2);
    expect(new Set(toolCalls.map((call: { toolCallId: string }) => call.toolCallId)).size).toBe(2);
  }
});

/** Kills web and worker as the kernel would, and waits until the launcher has new ones that answer. */
async function killServices(): Promise<void> {
  for (const { pid } of await services()) process.kill(pid, "SIGKILL");
  await sleep(300);
  await expect
    .poll(
      () =>
        owner
          .api("/api/me")
          .then((me) => me.role)
          .catch(() => "away"),
      { timeout: 60_000 },
    )
    .toBe("owner");
}

async function services(): Promise<RunningProcess[]> {
  const found = (await childrenOf(product.pid)).filter(({ command }) =>
    /next-server|next start|countersign worker|worker\/main/.test(command),
  );
  expect(found.length).toBeGreaterThanOrEqual(2);
  return found;
}

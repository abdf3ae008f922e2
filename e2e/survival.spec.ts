import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "@playwright/test";
import { type ModelServer, startModelServer } from "#lib/testing/model-server/index.ts";
import { OWNER } from "./owner.ts";
import { childrenOf } from "./processes.ts";
import { type Product, removeProduct, startProduct } from "./product.ts";

// Real processes that are really killed: web and worker by SIGKILL, again and again; the launcher brings them back.
test.describe.configure({ mode: "serial", timeout: 180_000 });

let models: ModelServer;
let product: Product;

test.beforeAll(async () => {
  models = await startModelServer();
  product = await startProduct({ env: { MODEL: "openai-compatible:fake", OPENAI_BASE_URL: models.url, OPENAI_API_KEY: "any" } });
});

test.afterAll(async () => {
  await removeProduct(product);
  await models.close();
});

test("a command that waits survives kill -9 of web and worker, is approved afterwards, and runs exactly once", async () => {
  const marker = randomUUID();
  const { chatId, runId } = await say([
    { calls: [{ tool: "shell", args: { command: `echo ${marker} >> survived.txt` } }] },
    { text: "Done." },
  ]);
  await expect.poll(() => runOf(runId).then((run) => run.status)).toBe("awaiting-approval");
  await killServices();
  const { items } = await api(`/api/approvals?status=pending&chatId=${chatId}`);
  expect(items).toHaveLength(1);
  const decisions = await Promise.all(Array.from({ length: 20 }, () => decide(items[0])));
  expect(decisions.filter((status) => status === 200)).toHaveLength(1);
  expect(decisions.filter((status) => status === 409)).toHaveLength(19);
  await expect.poll(() => runOf(runId).then((run) => run.status), { timeout: 60_000 }).toBe("succeeded");
  expect((await workspaceFile("survived.txt")).split(marker)).toHaveLength(2);
});

test("an answer that streams when its process is killed goes on by itself, and nothing stands there twice", async () => {
  const { chatId, runId } = await say([
    { calls: [{ tool: "file_system", args: { action: "write", path: "once.txt", content: "1" } }] },
    { text: Array.from({ length: 120 }, (_, index) => `word${index}`).join(" "), rate: 30 },
  ]);
  await sleep(1_500);
  await killServices();
  await expect.poll(() => runOf(runId).then((run) => run.status), { timeout: 60_000 }).toBe("succeeded");
  const { messages } = await api(`/api/chats/${chatId}`);
  const text = messages
    .at(-1)
    .parts.filter((part: { type: string }) => part.type === "text")
    .map((part: { text: string }) => part.text)
    .join("");
  for (const word of ["word0 ", "word60 ", "word119"]) expect(text.split(word)).toHaveLength(2);
  expect((await runOf(runId)).toolCalls).toHaveLength(1);
});

test("an approved command whose process dies in the middle is called unknown, and is not run again", async () => {
  const marker = randomUUID();
  const { chatId, runId } = await say([
    { calls: [{ tool: "shell", args: { command: `echo ${marker} >> begun.txt; sleep 20` } }] },
    { text: "Seen." },
  ]);
  await expect.poll(() => api(`/api/approvals?status=pending&chatId=${chatId}`).then((page) => page.items.length)).toBe(1);
  const { items } = await api(`/api/approvals?status=pending&chatId=${chatId}`);
  expect(await decide(items[0])).toBe(200);
  await expect.poll(() => workspaceFile("begun.txt").catch(() => "")).toContain(marker);
  await killServices();
  await expect.poll(() => runOf(runId).then((run) => run.status), { timeout: 60_000 }).toBe("succeeded");
  const run = await runOf(runId);
  expect(run.toolCalls[0]).toMatchObject({ status: "unknown", outcome: { executed: true, ok: false } });
  expect((await workspaceFile("begun.txt")).split(marker)).toHaveLength(2);
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
    runs.push((await say(script)).runId);
    await sleep(Math.random() * 800);
    if (round % 2 === 1) await killServices();
  }
  for (const runId of runs) {
    await expect.poll(() => runOf(runId).then((run) => run.status), { timeout: 90_000 }).toBe("succeeded");
    const { toolCalls } = await runOf(runId);
    expect(toolCalls).toHaveLength(2);
    expect(new Set(toolCalls.map((call: { toolCallId: string }) => call.toolCallId)).size).toBe(2);
  }
});

/** Kills web and worker as the kernel would, and waits until the launcher has new ones that answer. */
async function killServices(): Promise<void> {
  const services = (await childrenOf(product.pid)).filter(({ command }) =>
    /next-server|next start|countersign worker|worker\/main/.test(command),
  );
  expect(services.length).toBeGreaterThanOrEqual(2);
  for (const { pid } of services) process.kill(pid, "SIGKILL");
  await sleep(300);
  await expect
    .poll(
      () =>
        api("/api/me")
          .then((me) => me.role)
          .catch(() => "away"),
      { timeout: 60_000 },
    )
    .toBe("owner");
}

async function say(script: object[]): Promise<{ chatId: string; runId: string }> {
  const chat = await api("/api/chats", {});
  const { runId } = await api(`/api/chats/${chat.id}/messages`, {
    text: `Go.\n#script ${JSON.stringify(script)}`,
    clientMessageId: randomUUID(),
  });
  return { chatId: chat.id, runId };
}

function runOf(runId: string) {
  return api(`/api/runs/${runId}`);
}

async function decide(approval: { id: string; inputDigest: string }): Promise<number> {
  const response = await call(`/api/approvals/${approval.id}/decision`, { decision: "approve", inputDigest: approval.inputDigest });
  return response.status;
}

async function api(where: string, body?: object) {
  const response = await call(where, body);
  if (!response.ok) throw new Error(`${where}: ${response.status} ${await response.text()}`);
  return response.json();
}

function call(where: string, body?: object): Promise<Response> {
  return fetch(`${product.baseUrl}${where}`, {
    method: body ? "POST" : "GET",
    headers: { authorization: `Bearer ${OWNER.apiKey}`, ...(body && { "content-type": "application/json" }) },
    ...(body && { body: JSON.stringify(body) }),
  });
}

async function workspaceFile(name: string): Promise<string> {
  const { organization } = await api("/api/me");
  return readFile(path.join(product.dataDir, "workspaces", organization.id, name), "utf8");
}

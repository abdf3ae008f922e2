import { spawnSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "@playwright/test";
import { portProblem } from "#scripts/free-port.ts";
import { OWNER } from "./owner.ts";
import { childrenOf, isRunning, type RunningProcess } from "./processes.ts";
import { type Product, removeProduct, startProduct } from "./product.ts";

test.describe.configure({ mode: "serial" });

let product: Product;

test.beforeAll(async () => {
  test.setTimeout(600_000);
  product = await startProduct({ env: { MODEL: "demo" } });
});
test.afterAll(() => removeProduct(product));

test("a second start with the same data directory says who has it", () => {
  const env = { ...process.env, DATA_DIR: product.dataDir, PORT: "0" };
  const { status, stderr } = spawnSync(process.execPath, ["countersign.mjs", "start"], { env, encoding: "utf8" });
  expect(status).toBe(1);
  expect(stderr.trim()).toContain(`Countersign runs already with ${product.dataDir}: process ${product.pid}, at ${product.baseUrl}.`);
});

test("web and worker come back after they were killed", async () => {
  const before = await services(product);
  for (const { pid } of before) process.kill(pid, "SIGKILL");
  await expect(async () => {
    const after = await services(product);
    expect(after).toHaveLength(2);
    expect(after.map(({ pid }) => pid)).not.toEqual(expect.arrayContaining(before.map(({ pid }) => pid)));
    expect((await fetch(`${product.baseUrl}/api/health`)).status).toBe(200);
  }).toPass({ timeout: 20_000 });
});

test("nothing is left running when the launcher is killed, and the next start finds everything as it was", async () => {
  const children = await childrenOf(product.pid);
  const database = JSON.parse(await readFile(path.join(product.dataDir, "postgres.json"), "utf8")) as { port: number };
  await product.kill();
  await expect(async () => {
    expect(await Promise.all(children.map(({ pid }) => isRunning(pid)))).toEqual(children.map(() => false));
    expect(await portProblem(database.port, "127.0.0.1")).toBeNull();
  }).toPass({ timeout: 20_000 });

  product = await startProduct({ dataDir: product.dataDir, env: { MODEL: "demo" } });
  const { status } = await fetch(`${product.baseUrl}/api/me`, { headers: { authorization: `Bearer ${OWNER.apiKey}` } });
  expect(status).toBe(200);
});

test("a stop that is asked for ends everything in order, with exit code 0", async () => {
  const children = await childrenOf(product.pid);
  expect(await product.stop()).toBe(0);
  expect(product.output()).toContain("Stopped");
  await expect(async () => expect((await Promise.all(children.map(({ pid }) => isRunning(pid)))).includes(true)).toBe(false)).toPass();
});

/** Web and worker, without the watchdog and what runs for a moment only. */
async function services({ pid }: Product): Promise<RunningProcess[]> {
  return (await childrenOf(pid)).filter(({ command }) => /next-server|worker/.test(command));
}

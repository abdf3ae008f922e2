import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, writeFileSync } from "node:fs";
import { readdir, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, expect, it, vi } from "vitest";
import { acquireLock } from "./lock.mjs";

const folder = mkdtempSync(path.join(os.tmpdir(), "countersign-lock-"));
const fileFor = (name: string) => path.join(folder, name);
const about = { purpose: "testing", address: "here" };
afterAll(() => rm(folder, { recursive: true, force: true }));

it("is had by one at a time, and says by whom", async () => {
  const file = fileFor("one");
  const first = await acquireLock(file, about);
  expect((await acquireLock(file, about)).holder).toMatchObject({ pid: process.pid, ...about });
  await first.release?.();
  const second = await acquireLock(file, about);
  expect(second).toMatchObject({ tookOver: false });
  await second.release?.();
});

it("is taken over from a process that has died", async () => {
  const file = fileFor("dead");
  writeFileSync(file, JSON.stringify({ pid: spawnSync("true").pid, born: "1", purpose: "running" }));
  expect(await acquireLock(file, about)).toMatchObject({ tookOver: true });
});

it.runIf(process.platform === "linux")(
  "is taken over from a process that was killed and that its parent has not waited for yet",
  async () => {
    const file = fileFor("zombie");
    // The shell's child takes the lock; the shell becomes `sleep`, which waits for nobody.
    const module = JSON.stringify(path.join(import.meta.dirname, "lock.mjs"));
    const taker = `import(${module}).then(({ acquireLock }) => acquireLock(${JSON.stringify(file)}, { purpose: "running" })).then(() => process.exit())`;
    const parent = spawn("sh", ["-c", '"$0" -e "$1" & exec sleep 30', process.execPath, taker], { stdio: "ignore" });
    await vi.waitFor(() => expect(existsSync(file)).toBe(true), 10_000);
    await vi.waitFor(async () => expect(await acquireLock(file, about)).toMatchObject({ tookOver: true }), 10_000);
    parent.kill();
  },
);

it.runIf(process.platform === "linux")("is taken over from a process whose number belongs to another one now", async () => {
  const file = fileFor("recycled");
  writeFileSync(file, JSON.stringify({ pid: process.pid, born: "1", purpose: "running" }));
  expect(await acquireLock(file, about)).toMatchObject({ tookOver: true });
});

it("is not lost to a file that was cut off in the middle", async () => {
  const file = fileFor("half");
  writeFileSync(file, '{"pid":');
  expect(await acquireLock(file, about)).toMatchObject({ tookOver: true });
});

it("goes to one of many who find a dead one at the same moment", async () => {
  const file = fileFor("race");
  writeFileSync(file, JSON.stringify({ pid: spawnSync("true").pid, born: "1", purpose: "running" }));
  const module = path.join(import.meta.dirname, "lock.mjs");
  const taker = `import(${JSON.stringify(module)}).then(async ({ acquireLock }) => {
    await new Promise((go) => setTimeout(go, Number(process.argv[1]) - Date.now()));
    const lock = await acquireLock(${JSON.stringify(file)}, { purpose: "racing" });
    process.stdout.write(lock.release ? "won" : "lost");
    setTimeout(() => undefined, 1_500);
  })`;
  const startAt = String(Date.now() + 700);
  const results = await Promise.all(
    Array.from({ length: 6 }, async () => {
      const child = spawn(process.execPath, ["-e", taker, startAt], { stdio: ["ignore", "pipe", "inherit"] });
      let output = "";
      for await (const chunk of child.stdout) output += chunk;
      return output;
    }),
  );
  expect(results.filter((result) => result === "won")).toHaveLength(1);
  expect((await readdir(folder)).filter((name) => name.startsWith("race."))).toEqual([]);
});

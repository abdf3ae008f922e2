import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, expect, it } from "vitest";
import { acquireLock } from "#scripts/bootstrap/lock.mjs";
import { lockFile, RUNNING } from "#scripts/data-dir.ts";
import { portProblem } from "#scripts/free-port.ts";
import { startEmbeddedPostgres } from "#scripts/postgres/keeper.ts";
import { signalGroup } from "./groups.ts";

const folder = mkdtempSync(path.join(os.tmpdir(), "countersign-watchdog-"));
// PostgreSQL runs as another user when this runs as root, who must be able to pass.
chmodSync(folder, 0o755);
const dataDir = path.join(folder, "data");
const obedient = program("obedient", "setInterval(() => undefined, 1000)");
const stubborn = program(
  "stubborn",
  "process.on('SIGTERM', () => undefined); process.on('disconnect', () => undefined); process.exit = () => undefined; setInterval(() => undefined, 1000)",
);

afterAll(() => rm(folder, { recursive: true, force: true }));

it("leaves nothing running when the launcher is killed, not even who does not listen", { timeout: 60_000 }, async () => {
  const { launcher, port, pids } = await launch(obedient, stubborn);
  launcher.kill("SIGKILL");
  await until(async () => pids.every((pid) => !signalGroup(pid, 0)) && (await portProblem(port, "127.0.0.1")) === null);
});

it("leaves the database alone when the next launcher has come already and uses it", { timeout: 60_000 }, async () => {
  const { launcher, port, pids } = await launch(obedient, obedient);
  const next = await acquireLock(lockFile(dataDir), { purpose: RUNNING, address: "the next launcher's" });
  launcher.kill("SIGKILL");
  await until(async () => pids.every((pid) => !signalGroup(pid, 0)));
  const embedded = await startEmbeddedPostgres({ dataDir, durable: false });
  expect(embedded).toMatchObject({ reused: true, port });
  await embedded.stop();
  await next.release?.();
});

async function launch(...programs: string[]): Promise<{ launcher: ChildProcess; port: number; pids: number[] }> {
  const args = [path.resolve("scripts/supervisor/fixture-launcher.ts"), dataDir, ...programs];
  const launcher = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  const [line] = (await once(launcher.stdout as NonNullable<typeof launcher.stdout>, "data")) as [Buffer];
  const { port, pids } = JSON.parse(line.toString()) as { port: number; pids: number[] };
  // Until both programs have come to their own handlers.
  await sleep(500);
  expect(pids.every((pid) => signalGroup(pid, 0))).toBe(true);
  return { launcher, port, pids };
}

async function until(isTrue: () => Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await sleep(50);
}

function program(name: string, source: string): string {
  const file = path.join(folder, `${name}.mjs`);
  writeFileSync(file, source);
  return file;
}

import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { type Acquired, acquireLock } from "#scripts/bootstrap/lock.mjs";
import { CLEANING_UP, lockFile } from "#scripts/data-dir.ts";
import type { PostgresPlace } from "#scripts/postgres/place.ts";
import { stopServer } from "#scripts/postgres/server.ts";
import { endGroups } from "./groups.ts";
import type { WatchdogMessage } from "./watchdog-client.ts";

process.title = "countersign-watchdog";
for (const signal of ["SIGINT", "SIGHUP", "SIGTERM"] as const) process.on(signal, () => undefined);

const [dataDir = "", launcher = ""] = process.argv.slice(2);
const running = new Set<number>();
let postgres: PostgresPlace | undefined;
let isFinished = false;

for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line) as WatchdogMessage;
  if (message.kind === "started") running.add(message.pid);
  if (message.kind === "ended") running.delete(message.pid);
  if (message.kind === "postgres") postgres = message.place;
  if (message.kind === "finished") isFinished = true;
}
if (!isFinished) await cleanUp();

async function cleanUp(): Promise<void> {
  const lock = postgres ? await lockAfterLauncher(lockFile(dataDir)) : null;
  await endGroups([...running]);
  if (!postgres || !lock) return;
  await stopServer(postgres).finally(lock.release);
}

/**
 * The data directory's lock decides about the database: a launcher that has come after has it, and uses the database that runs (null). The
 * one that died may look alive for a moment, until its parent has taken notice.
 */
async function lockAfterLauncher(file: string): Promise<Acquired | null> {
  for (;;) {
    const lock = await acquireLock(file, { purpose: CLEANING_UP });
    if (lock.release) return lock;
    if (lock.holder.pid !== Number(launcher)) return null;
    await sleep(50);
  }
}

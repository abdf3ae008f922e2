import { createInterface } from "node:readline";
import { acquireLock } from "#scripts/bootstrap/lock.mjs";
import { CLEANING_UP, lockFile } from "#scripts/data-dir.ts";
import type { PostgresPlace } from "#scripts/postgres/place.ts";
import { stopServer } from "#scripts/postgres/server.ts";
import { endGroups } from "./groups.ts";
import type { WatchdogMessage } from "./watchdog-client.ts";

process.title = "countersign-watchdog";
for (const signal of ["SIGINT", "SIGHUP", "SIGTERM"] as const) process.on(signal, () => undefined);

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
if (!isFinished) await cleanUp(process.argv[2] ?? "");

/** The data directory's lock decides about the database: a launcher that has come after has it, and uses the database that runs. */
async function cleanUp(dataDir: string): Promise<void> {
  const lock = postgres ? await acquireLock(lockFile(dataDir), { purpose: CLEANING_UP }) : undefined;
  await endGroups([...running]);
  if (!postgres || !lock?.release) return;
  await stopServer(postgres).finally(lock.release);
}

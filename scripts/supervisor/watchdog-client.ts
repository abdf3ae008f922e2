import { spawn } from "node:child_process";
import path from "node:path";
import type { PostgresPlace } from "#scripts/postgres/place.ts";

/** One line of JSON each, from the launcher to its watchdog. */
export type WatchdogMessage =
  | { kind: "started"; pid: number }
  | { kind: "ended"; pid: number }
  | { kind: "postgres"; place: PostgresPlace }
  | { kind: "finished" };

export interface Watchdog {
  tell(message: WatchdogMessage): void;
  /** All is stopped in good order: the watchdog has nothing left to do, and goes. */
  dismiss(): void;
}

/**
 * A small process that outlives the launcher: when the pipe between them closes before `finished`, the launcher was killed, and the
 * watchdog stops what it has heard of (`watchdog.ts`).
 */
export function startWatchdog(dataDir: string): Watchdog {
  const child = spawn(process.execPath, [path.resolve("scripts/supervisor/watchdog.ts"), dataDir], {
    detached: true,
    stdio: ["pipe", "ignore", "inherit"],
  });
  child.unref();
  child.on("error", () => undefined);
  child.stdin.on("error", () => undefined);
  const tell = (message: WatchdogMessage) => void child.stdin.write(`${JSON.stringify(message)}\n`);
  return {
    tell,
    dismiss() {
      tell({ kind: "finished" });
      child.stdin.end();
    },
  };
}

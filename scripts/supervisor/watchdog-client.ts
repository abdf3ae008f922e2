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
  /** Keeps the watchdog informed about one thing that is started again and again: its process group's leader, or null when it has ended. */
  follow(): (pid: number | null) => void;
  /** All is stopped in good order: the watchdog has nothing left to do, and goes. */
  dismiss(): void;
}

/**
 * A small process that outlives the launcher: when the pipe between them closes before `finished`, the launcher was killed, and the
 * watchdog stops what it has heard of (`watchdog.ts`).
 */
export function startWatchdog(dataDir: string): Watchdog {
  const child = spawn(process.execPath, [path.resolve("scripts/supervisor/watchdog.ts"), dataDir, String(process.pid)], {
    detached: true,
    stdio: ["pipe", "ignore", "inherit"],
  });
  child.unref();
  child.on("error", () => undefined);
  child.stdin.on("error", () => undefined);
  const tell = (message: WatchdogMessage) => void child.stdin.write(`${JSON.stringify(message)}\n`);
  return {
    tell,
    follow() {
      let running: number | null = null;
      return (pid) => {
        if (running !== null) tell({ kind: "ended", pid: running });
        if (pid !== null) tell({ kind: "started", pid });
        running = pid;
      };
    },
    dismiss() {
      tell({ kind: "finished" });
      child.stdin.end();
    },
  };
}

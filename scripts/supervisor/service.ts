import { type ChildProcess, spawn } from "node:child_process";
import path from "node:path";
import { say } from "#scripts/bootstrap/say.mjs";
import { exitCode } from "#scripts/exit-code.ts";

export interface ServiceSpecification {
  name: "web" | "worker";
  /** Arguments for `node`. */
  args: readonly string[];
  env: NodeJS.ProcessEnv;
  /** Told the process's number whenever one starts, and null when it has ended. */
  onProcess: (pid: number | null) => void;
  /** It has ended by itself again and again, within seconds, and never lived longer: starting it once more would not help. */
  onHopeless: () => void;
}

export interface Service {
  /** From now on it is not started again. The process that runs is the caller's to end. */
  retire(): void;
}

const FIRST_DELAY_MS = 100;
const LONGEST_DELAY_MS = 5_000;
/** Living this long proves that it can start. */
const SETTLED_MS = 10_000;
const HOPELESS_AFTER = 5;
const HOOK = path.resolve("scripts/supervisor/end-with-launcher.ts");

/**
 * Runs a service and starts it again whenever its process ends: at once after a long life, at growing distances after short ones. In a
 * process group of its own, so that Ctrl-C in the terminal reaches the launcher alone and the order of stopping is kept.
 */
export function startService({ name, args, env, onProcess, onHopeless }: ServiceSpecification): Service {
  let isRetired = false;
  let shortLives = 0;
  let failures = 0;
  let hasProvenItself = false;
  let timer: NodeJS.Timeout | undefined;

  const launch = () => {
    const bornAt = Date.now();
    const child = spawn(process.execPath, ["--import", HOOK, ...args], {
      env: { ...env, COUNTERSIGN_LAUNCHER: String(process.pid) },
      detached: process.platform !== "win32",
      stdio: ["ignore", "inherit", "inherit", "ipc"],
    });
    child.channel?.unref();
    onProcess(child.pid ?? null);
    onEnd(child, (how, wasKilled) => {
      onProcess(null);
      if (isRetired) return;
      const isSettled = Date.now() - bornAt > SETTLED_MS;
      shortLives = isSettled ? 0 : shortLives + 1;
      hasProvenItself ||= isSettled;
      failures = wasKilled ? 0 : failures + 1;
      if (failures >= HOPELESS_AFTER && !hasProvenItself) return onHopeless();
      say(`The ${name} ended (${how}); starting it again`);
      timer = setTimeout(launch, Math.min(FIRST_DELAY_MS * 2 ** Math.max(0, shortLives - 1), LONGEST_DELAY_MS));
    });
  };
  launch();

  return {
    retire() {
      isRetired = true;
      clearTimeout(timer);
    },
  };
}

function onEnd(child: ChildProcess, tell: (how: string, wasKilled: boolean) => void): void {
  child.once("error", (error) => tell(error.message, false));
  child.once("exit", (code, signal) => tell(signal ?? `exit code ${code}`, code === null || code === exitCode(null, "SIGTERM")));
}

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { env } from "#lib/env.ts";
import type { ModelServer } from "./model-server/index.ts";

export interface WorkerProcess {
  pid: number;
  /** As a machine that loses power: nothing is said to anybody. */
  kill(): Promise<void>;
  /** As the launcher does. Answers the exit code. */
  stop(): Promise<number | null>;
}

const READY_WITHIN_MS = 20_000;

/** A real worker, `node worker/main.ts`, on this test file's database; resolves when it has said that it is ready. */
export async function startWorkerProcess(model: ModelServer, more: Record<string, string> = {}): Promise<WorkerProcess> {
  const { COUNTERSIGN_APP_DATABASE_URL, AUTH_SECRET, DATA_DIR } = env();
  const child = spawn(process.execPath, ["worker/main.ts"], {
    env: {
      NODE_ENV: "test",
      PATH: process.env.PATH,
      COUNTERSIGN_APP_DATABASE_URL,
      AUTH_SECRET,
      DATA_DIR,
      SANDBOX: "none",
      MODEL: "openai-compatible:fake",
      OPENAI_BASE_URL: model.url,
      OPENAI_API_KEY: "any",
      ...more,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  await isReady(child);
  return {
    pid: child.pid ?? 0,
    kill: () => end(child, "SIGKILL").then(() => undefined),
    stop: () => end(child, "SIGTERM"),
  };
}

async function isReady(child: ChildProcess): Promise<void> {
  let said = "";
  const ready = new Promise<void>((resolve, reject) => {
    const hear = (part: Buffer) => {
      said += part.toString();
      if (said.includes('"worker-ready"')) resolve();
    };
    child.stdout?.on("data", hear);
    child.stderr?.on("data", hear);
    child.once("exit", () => reject(new Error(`The worker ended before it was ready:\n${said}`)));
    setTimeout(() => reject(new Error(`The worker was not ready in time:\n${said}`)), READY_WITHIN_MS).unref();
  });
  await ready;
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  const exited = once(child, "exit");
  child.kill(signal);
  await exited;
  return child.exitCode;
}

import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "#scripts/free-port.ts";
import { OWNER_ENVIRONMENT } from "./owner.ts";

/** A whole product: the real launcher with embedded PostgreSQL, web and worker, in a data directory of its own. */
export interface Product {
  baseUrl: string;
  dataDir: string;
  /** The launcher's process. */
  pid: number;
  /** What it and its children have printed so far. */
  output(): string;
  /** SIGTERM; resolves with the exit code when everything has ended. */
  stop(): Promise<number | null>;
  /** SIGKILL to the launcher alone. */
  kill(): Promise<void>;
}

interface ProductOptions {
  /** Default: any free one. */
  port?: number;
  /** Default: a new, empty one in the temp folder; the caller removes it (`removeProduct`). */
  dataDir?: string;
  /** Over what this process has; `undefined` takes a variable away. */
  env?: Record<string, string | undefined>;
  readyWithinMs?: number;
}

/** Not inherited from whoever runs the tests: it would change what is tested. */
const UNSET = {
  DATABASE_URL: undefined,
  REDIS_URL: undefined,
  AUTH_SECRET: undefined,
  HOST: undefined,
  WEB_FETCH_ALLOW: undefined,
  COUNTERSIGN_STARTED_AT: undefined,
};

/** Resolves when the product answers that it is well. Its first owner is `OWNER`; pages are built only when the sources are new. */
export async function startProduct(options: ProductOptions = {}): Promise<Product> {
  const dataDir = options.dataDir ?? (await mkdtemp(path.join(os.tmpdir(), "countersign-e2e-")));
  const port = options.port ?? (await freePort());
  const env = { ...process.env, ...UNSET, ...OWNER_ENVIRONMENT, LOG_LEVEL: "warn", PORT: String(port), DATA_DIR: dataDir, ...options.env };
  const launcher = spawn(process.execPath, ["countersign.mjs", "start"], {
    env: env as NodeJS.ProcessEnv,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let printed = "";
  for (const stream of [launcher.stdout, launcher.stderr]) stream.on("data", (chunk) => (printed += chunk));
  const ended = new Promise<number | null>((resolve) => launcher.once("exit", resolve));

  const product: Product = {
    baseUrl: `http://127.0.0.1:${port}`,
    dataDir,
    pid: launcher.pid ?? 0,
    output: () => printed,
    stop: () => end(launcher, "SIGTERM", ended),
    kill: async () => void (await end(launcher, "SIGKILL", ended)),
  };
  const giveUpAt = Date.now() + (options.readyWithinMs ?? 600_000);
  while (!printed.includes("Ready: ")) {
    if (launcher.exitCode !== null || Date.now() > giveUpAt) {
      await product.stop();
      throw new Error(`The product did not become ready:\n${printed}`);
    }
    await sleep(50);
  }
  return product;
}

/** Stops it and removes its data. */
export async function removeProduct(product: Product): Promise<void> {
  await product.stop();
  await rm(product.dataDir, { recursive: true, force: true });
}

function end(launcher: ChildProcess, signal: NodeJS.Signals, ended: Promise<number | null>): Promise<number | null> {
  launcher.kill(signal);
  return ended;
}

import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { migrate } from "#db/migrate.ts";
import { NEXT } from "#scripts/build.ts";
import { freePort } from "#scripts/free-port.ts";
import { startEmbeddedPostgres } from "#scripts/postgres/keeper.ts";
import { OWNER_ENVIRONMENT } from "./owner.ts";

/** A web and a worker on a PostgreSQL that outlives them, without a launcher, which would make the distance between two starts grow. */
export interface Services {
  baseUrl: string;
  dataDir: string;
  /** The owner's address of the database. */
  adminUrl: string;
  /** The numbers of the two processes. */
  pids(): { web: number; worker: number };
  /** SIGKILL to both, at once. Resolves when they are gone. */
  kill(): Promise<void>;
  /** New ones, ready to work when this resolves. */
  start(): Promise<void>;
  remove(): Promise<void>;
}

/** With `OWNER` as the first owner. The pages are those that the product for all browser tests has built. */
export async function startServices(env: Record<string, string>): Promise<Services> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), "countersign-services-"));
  // Database and sandboxed commands run as other users, who must be able to pass.
  await chmod(dataDir, 0o711);
  const postgres = await startEmbeddedPostgres({ dataDir, durable: false });
  const { appUrl } = await migrate(postgres.adminUrl, { appPassword: "for tests only" });
  const port = await freePort();
  const shared = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    NODE_ENV: "production" as const,
    NEXT_TELEMETRY_DISABLED: "1",
    AUTH_SECRET: "PZqv7ZkO2mXw8rT4sYb1uJc6nHd3eGf9",
    DATA_DIR: dataDir,
    COUNTERSIGN_APP_DATABASE_URL: appUrl,
    PORT: String(port),
    ...env,
  };
  await promisify(execFile)(process.execPath, ["bench/support/prepare.ts"], { env: { ...shared, ...OWNER_ENVIRONMENT } });

  let running: { web: ChildProcess; worker: ChildProcess } | undefined;
  const baseUrl = `http://127.0.0.1:${port}`;
  const kill = async () => {
    const children = Object.values(running ?? {});
    running = undefined;
    await Promise.all(children.map(endAtOnce));
  };
  const start = async () => {
    running = { web: run([NEXT, "start", "-H", "127.0.0.1", "-p", String(port)], shared), worker: run(["worker/main.ts"], shared) };
    await Promise.all([answers(baseUrl, running.web), hasSaid(running.worker, '"worker-ready"')]);
  };
  await start();
  return {
    baseUrl,
    dataDir,
    adminUrl: postgres.adminUrl,
    pids: () => ({ web: running?.web.pid ?? 0, worker: running?.worker.pid ?? 0 }),
    kill,
    start,
    async remove() {
      await kill();
      await postgres.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

function run(args: string[], env: NodeJS.ProcessEnv): ChildProcess {
  return spawn(process.execPath, args, { env, stdio: ["ignore", "pipe", "pipe"] });
}

async function endAtOnce(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGKILL");
  await ended;
}

async function answers(baseUrl: string, child: ChildProcess): Promise<void> {
  child.stdout?.resume();
  child.stderr?.resume();
  for (const giveUpAt = Date.now() + 60_000; Date.now() < giveUpAt && child.exitCode === null; await sleep(50)) {
    const response = await fetch(`${baseUrl}/api/health`).catch(() => null);
    if (response?.ok) return;
  }
  throw new Error("The web did not start.");
}

function hasSaid(child: ChildProcess, words: string): Promise<void> {
  let said = "";
  return new Promise((resolve, reject) => {
    const hear = (part: Buffer) => {
      said = (said + part.toString()).slice(-10_000);
      if (said.includes(words)) resolve();
    };
    child.stdout?.on("data", hear);
    child.stderr?.on("data", hear);
    child.once("exit", () => reject(new Error(`The worker ended:\n${said}`)));
  });
}

import { type ChildProcess, spawn } from "node:child_process";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "#scripts/free-port.ts";
import { startEmbeddedPostgres } from "#scripts/postgres/keeper.ts";
import { OWNER_ENVIRONMENT } from "./owner.ts";
import { childrenOf } from "./processes.ts";

/** One machine of an installation: the launcher with the web or the worker alone. */
export interface Machine {
  /** Only webs listen. */
  baseUrl: string;
  /** The numbers of the launcher and of everything that it started. */
  processes(): Promise<number[]>;
  /** As if its power were cut: SIGKILL to all of it. */
  cutPower(): Promise<void>;
}

/** Two webs and two workers on a PostgreSQL and a Redis that are not theirs, with a folder of workspaces that they share. */
export interface Installation {
  webs: [Machine, Machine];
  workers: [Machine, Machine];
  /** The owner's address of the database, to look at rows that no call shows. */
  adminUrl: string;
  remove(): Promise<void>;
}

export async function startInstallation(env: Record<string, string>): Promise<Installation> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "countersign-machines-"));
  // The database runs as another user when the tests run as root, and must be able to pass.
  await chmod(folder, 0o711);
  const postgres = await startEmbeddedPostgres({ dataDir: path.join(folder, "database"), durable: false });
  const redisPort = await freePort();
  const redis = spawn("redis-server", ["--port", String(redisPort), "--save", "", "--dir", folder], { stdio: "ignore" });
  const shared: NodeJS.ProcessEnv = {
    ...process.env,
    ...OWNER_ENVIRONMENT,
    LOG_LEVEL: "warn",
    HOST: undefined,
    DATABASE_URL: postgres.adminUrl,
    REDIS_URL: `redis://127.0.0.1:${redisPort}`,
    AUTH_SECRET: "PZqv7ZkO2mXw8rT4sYb1uJc6nHd3eGf9",
    DATA_DIR: path.join(folder, "data"),
    ...env,
  };
  const machines: Machine[] = [];
  const start = async (kind: "web" | "worker") => {
    const machine = await startMachine(kind, shared);
    machines.push(machine);
    return machine;
  };
  const remove = async () => {
    await Promise.all(machines.map((machine) => machine.cutPower()));
    redis.kill("SIGKILL");
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const [web1, web2, worker1, worker2] = await Promise.all([start("web"), start("web"), start("worker"), start("worker")]);
    return { webs: [web1, web2], workers: [worker1, worker2], adminUrl: postgres.adminUrl, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

async function startMachine(kind: "web" | "worker", shared: NodeJS.ProcessEnv): Promise<Machine> {
  const port = await freePort();
  const launcher = spawn(process.execPath, ["countersign.mjs", kind], {
    env: { ...shared, PORT: String(port) },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let printed = "";
  for (const stream of [launcher.stdout, launcher.stderr]) stream.on("data", (chunk) => (printed += chunk));
  const machine = machineOf(launcher, `http://127.0.0.1:${port}`);
  const isUp = () => (kind === "web" ? answers(machine.baseUrl) : printed.includes("The worker runs"));
  for (const giveUpAt = Date.now() + 240_000; !(await isUp()); await sleep(100)) {
    if (launcher.exitCode === null && Date.now() < giveUpAt) continue;
    await machine.cutPower();
    throw new Error(`The ${kind} did not start:\n${printed}`);
  }
  return machine;
}

function machineOf(launcher: ChildProcess, baseUrl: string): Machine {
  const pid = launcher.pid ?? 0;
  const processes = async () => (launcher.exitCode === null ? [pid, ...(await childrenOf(pid)).map((child) => child.pid)] : []);
  return {
    baseUrl,
    processes,
    async cutPower() {
      for (const process_ of await processes()) kill(process_);
    },
  };
}

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It ended in this moment.
  }
}

function answers(baseUrl: string): Promise<boolean> {
  return fetch(`${baseUrl}/api/health`).then(
    (response) => response.ok,
    () => false,
  );
}

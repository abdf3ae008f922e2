import { chown, mkdir, readFile, rename, rm, stat, truncate, writeFile } from "node:fs/promises";
import path from "node:path";
import { type Finished, run } from "#scripts/run.ts";
import type { PostgresPlace } from "./place.ts";

/** Connections that the embedded server takes: web and worker hold up to about 20 each, several of each may run. */
const MAX_CONNECTIONS = 200;
const LOG_LIMIT_BYTES = 16 * 1024 * 1024;

/**
 * Makes the cluster: UTF-8, sorting that does not depend on the machine's locales, passwords for every connection. Made beside and renamed,
 * so that an interrupted first start leaves nothing half done.
 */
export async function initCluster(place: PostgresPlace, password: string, durable: boolean): Promise<void> {
  const draft = `${place.cluster}.new`;
  const passwordFile = `${place.cluster}.password`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { recursive: true, mode: 0o700 });
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (place.user) await Promise.all([draft, passwordFile].map((file) => chown(file, place.user?.uid ?? 0, place.user?.gid ?? 0)));
  try {
    const encoding = ["--encoding=UTF8", "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"];
    const access = ["--username=postgres", "--auth=scram-sha-256", `--pwfile=${passwordFile}`];
    const result = await runAs(place, "initdb", [`--pgdata=${draft}`, ...encoding, ...access, ...(durable ? [] : ["--no-sync"])]);
    if (result.code !== 0) throw new Error(`initdb: ${result.output.trim().split("\n").slice(-8).join("\n")}`);
    await rename(draft, place.cluster);
  } finally {
    await rm(passwordFile, { force: true });
    await rm(draft, { recursive: true, force: true });
  }
}

/**
 * A plan made while a table has no statistics may read an organization's every row to find one by its id, and is kept until there are some: with the default
 * of a minute, the first hundreds of calls of a new installation were each slower than the one before. (A look is at each database in turn: tests have many.)
 */
const ANALYSED_SOON = "autovacuum_naptime=5s";

/** Starts the server and waits until it takes connections. `output` holds the server's own last words when it did not. */
export async function startServer(place: PostgresPlace, port: number, durable: boolean): Promise<Finished> {
  await removeForeignPidFile(place);
  const log = path.join(place.cluster, "server.log");
  const before = await prepareLog(log);
  const settings = [
    "listen_addresses=127.0.0.1",
    "unix_socket_directories=",
    `max_connections=${MAX_CONNECTIONS}`,
    ...(durable ? [ANALYSED_SOON] : ["fsync=off", "synchronous_commit=off", "full_page_writes=off"]),
  ];
  const options = [`-p ${port}`, ...settings.map((setting) => `-c ${setting}`)].join(" ");
  const result = await runAs(place, "pg_ctl", ["start", "-D", place.cluster, "-l", log, "-w", "-t", "60", "-s", "-o", options]);
  if (result.code === 0) return result;
  const words = await readFile(log).catch(() => Buffer.alloc(0));
  return { code: result.code, output: `${result.output}${words.subarray(before).toString("utf8")}` };
}

/** Ends all connections and stops, leaving a clean cluster; when that takes over 30 s, without waiting for anything (recovered at the next start). */
export async function stopServer(place: PostgresPlace): Promise<void> {
  const stop = (mode: string) => runAs(place, "pg_ctl", ["stop", "-D", place.cluster, "-m", mode, "-w", "-t", "30", "-s"]);
  if ((await stop("fast")).code !== 0) await stop("immediate");
}

function runAs(place: PostgresPlace, program: string, args: string[]): Promise<Finished> {
  // "/" because the launcher's own folder may be closed to the other user; a bare environment because PG* variables would be obeyed.
  const env = { PATH: process.env.PATH ?? "", LC_ALL: "C", SystemRoot: process.env.SystemRoot };
  return run(path.join(place.bin, program), args, { cwd: "/", env, ...place.user });
}

/** Whether the process that `postmaster.pid` names is there, and PostgreSQL's where that can be seen. */
export async function isServerAlive(place: PostgresPlace): Promise<boolean> {
  const pid = await postmasterPid(place);
  if (pid === null) return false;
  if (process.platform === "linux") return (await programOf(pid)) === "postgres";
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** After a reboot the number in postmaster.pid may belong to any program; PostgreSQL would refuse to start because "it" still runs. */
async function removeForeignPidFile(place: PostgresPlace): Promise<void> {
  const pid = await postmasterPid(place);
  if (pid === null || process.platform !== "linux") return;
  const name = await programOf(pid);
  if (name !== null && name !== "postgres") await rm(pidFile(place));
}

async function postmasterPid(place: PostgresPlace): Promise<number | null> {
  const pid = Number((await readFile(pidFile(place), "utf8").catch(() => "")).split("\n")[0]);
  return Number.isInteger(pid) && pid > 0 ? pid : null;
}

/** Null: there is no such process. Linux only. */
async function programOf(pid: number): Promise<string | null> {
  const name = await readFile(`/proc/${pid}/comm`, "utf8").catch(() => null);
  return name?.trim() ?? null;
}

function pidFile({ cluster }: PostgresPlace): string {
  return path.join(cluster, "postmaster.pid");
}

/** Bytes that the log holds already. */
async function prepareLog(log: string): Promise<number> {
  const size = await stat(log).then(
    (found) => found.size,
    () => 0,
  );
  if (size <= LOG_LIMIT_BYTES) return size;
  await truncate(log);
  return 0;
}

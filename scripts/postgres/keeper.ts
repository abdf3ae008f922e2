import { existsSync } from "node:fs";
import { readFile, statfs } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import postgres from "postgres";
import { Refusal, refusalOfFileError } from "#scripts/bootstrap/refusal.mjs";
import { freePort, portProblem } from "#scripts/free-port.ts";
import { makeFolder } from "#scripts/make-folder.ts";
import { type PostgresBinaries, postgresBinaries } from "./binaries.ts";
import { choosePlace, type PostgresPlace } from "./place.ts";
import { initCluster, startServer, stopServer } from "./server.ts";
import { loadState, type PostgresState, saveState } from "./state.ts";

export interface EmbeddedPostgres {
  /** Superuser's address of the database `countersign`. */
  adminUrl: string;
  port: number;
  /** True: it was running already, left behind by a launcher that was killed. */
  reused: boolean;
  place: PostgresPlace;
  /** Ends its connections and stops it cleanly; up to 30 s. */
  stop(): Promise<void>;
}

interface StartOptions {
  /** Absolute path; made when missing. */
  dataDir: string;
  /** False: no fsync, for throw-away clusters. */
  durable?: boolean;
}

const DATABASE = "countersign";
const FREE_BYTES_FOR_A_CLUSTER = 200 * 1024 * 1024;
/** After a `kill -9` of the server its other processes hold the shared memory for a moment. */
const KEEP_TRYING_MS = 15_000;

/**
 * The PostgreSQL of this data directory, running and taking connections on 127.0.0.1 when this resolves. The first start makes the cluster;
 * one that runs is reused when it proves with our password that it is ours; the port is the last one, or a new one when that is taken.
 * @throws Refusal (disk full, folder not writable, made by another version) or Error with the server's last words
 */
export async function startEmbeddedPostgres({ dataDir, durable = true }: StartOptions): Promise<EmbeddedPostgres> {
  try {
    await makeFolder(dataDir, 0o711);
    const binaries = await postgresBinaries();
    const place = await choosePlace(dataDir, binaries);
    const state = await loadState(dataDir, place.cluster);
    if (await isOurs(state)) return await embedded(state, place, true);
    await makeCluster(place, state, binaries, durable);
    const started = await startOnAnyPort(dataDir, place, state, durable);
    return await embedded(started.state, place, started.reused);
  } catch (error) {
    if (error instanceof Refusal || (error as NodeJS.ErrnoException).code === undefined) throw error;
    throw refusalOfFileError(error, dataDir);
  }
}

async function makeCluster(place: PostgresPlace, state: PostgresState, binaries: PostgresBinaries, durable: boolean): Promise<void> {
  const versionFile = path.join(place.cluster, "PG_VERSION");
  const major = binaries.version.split(".")[0];
  if (existsSync(versionFile)) {
    const made = (await readFile(versionFile, "utf8")).trim();
    if (made === major) return;
    throw new Refusal(
      `The database in ${place.cluster} was made by PostgreSQL ${made}, and this version of Countersign brings ${major}. Export with the version that made it, then import here; docs/operations.md says how.`,
    );
  }
  const parent = path.dirname(place.cluster);
  await makeFolder(parent, 0o711);
  const { bavail, bsize } = await statfs(parent);
  if (bavail * bsize < FREE_BYTES_FOR_A_CLUSTER) throw diskFull(parent);
  try {
    await initCluster(place, state.password, durable);
  } catch (error) {
    throw isDiskFull(String(error)) ? diskFull(parent) : error;
  }
}

async function startOnAnyPort(
  dataDir: string,
  place: PostgresPlace,
  remembered: PostgresState,
  durable: boolean,
): Promise<{ state: PostgresState; reused: boolean }> {
  const giveUpAt = Date.now() + KEEP_TRYING_MS;
  let state = remembered;
  for (;;) {
    const isFree = state.port !== 0 && (await portProblem(state.port, "127.0.0.1")) === null;
    if (!isFree) state = { ...state, port: await freePort() };
    await saveState(dataDir, state);
    const { code, output } = await startServer(place, state.port, durable);
    if (code === 0) return { state, reused: false };
    // Someone else started it in this moment, or it was on its way down when we looked first.
    if (await isOurs(remembered)) return { state: remembered, reused: true };
    if (isDiskFull(output)) throw diskFull(place.cluster);
    if (Date.now() > giveUpAt)
      throw new Error(`The embedded PostgreSQL did not start. Its last words:\n${output.trim().split("\n").slice(-8).join("\n")}`);
    await sleep(300);
  }
}

/** Asks whoever listens there, with our password, where its files are: a stranger on a port that was ours once does not pass. */
async function isOurs(state: PostgresState): Promise<boolean> {
  if (state.port === 0) return false;
  // pg, because postgres.js connects again for ever to someone who hangs up at once.
  const client = new pg.Client({ connectionString: addressOf(state, "postgres"), connectionTimeoutMillis: 3_000 });
  client.on("error", () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ folder: string }>("select current_setting('data_directory') as folder");
    return rows[0]?.folder === state.cluster;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function embedded(state: PostgresState, place: PostgresPlace, reused: boolean): Promise<EmbeddedPostgres> {
  const sql = postgres(addressOf(state, "postgres"), { max: 1, onnotice: () => undefined });
  try {
    const [existing] = await sql`select 1 from pg_database where datname = ${DATABASE}`;
    if (!existing) await sql.unsafe(`create database ${DATABASE}`);
  } finally {
    await sql.end();
  }
  return { adminUrl: addressOf(state, DATABASE), port: state.port, reused, place, stop: () => stopServer(place) };
}

function addressOf(state: PostgresState, database: string): string {
  return `postgres://postgres:${state.password}@127.0.0.1:${state.port}/${database}`;
}

function isDiskFull(words: string): boolean {
  return /No space left on device|Disk quota exceeded/.test(words);
}

function diskFull(folder: string): Refusal {
  return refusalOfFileError(Object.assign(new Error("no space left"), { code: "ENOSPC" }), folder);
}

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";

/** A server that a bench started, and what it has cost so far. */
export interface BenchServer {
  url: string;
  pid: number;
  /** CPU time of the process, user and system, in ms. */
  cpuMs(): number;
  /** Heap in use after a collection, in KiB. */
  heapKib(): Promise<number>;
  stop(): Promise<void>;
}

const TICK_MS = 10;
const HEAP_FOLDER = mkdtempSync(path.join(os.tmpdir(), "countersign-heap-"));
const PRELOAD = path.resolve("bench/support/heap.mjs");
/** For a process whose heap is to be asked for (`heapKib`), and for those that it starts. */
export const HEAP_ENVIRONMENT = { NODE_OPTIONS: `--import ${PRELOAD}`, BENCH_HEAP_FOLDER: HEAP_FOLDER };

/** Starts a process and waits until `url` answers. */
export async function startServer(args: string[], url: string, env: Record<string, string>): Promise<BenchServer> {
  const child = spawn(process.execPath, ["--import", PRELOAD, ...args], {
    env: { ...process.env, BENCH_HEAP_FOLDER: HEAP_FOLDER, ...env },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const pid = child.pid ?? 0;
  await answers(url, child);
  return { url: new URL(url).origin, pid, cpuMs: () => cpuMs(pid), heapKib: () => heapKib(pid), stop: () => stop(child) };
}

async function answers(url: string, child: ChildProcess): Promise<void> {
  const deadline = Date.now() + 60_000;
  while (Date.now() < deadline && child.exitCode === null) {
    if (
      await fetch(url).then(
        () => true,
        () => false,
      )
    )
      return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`${url} did not answer.`);
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGKILL");
  await ended;
}

/** Fields 14 and 15 of /proc/<pid>/stat (proc(5)), after the command's name, in ticks of 10 ms. */
function cpuMs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

/** Heap in use after a collection, of a process that was started with `HEAP_ENVIRONMENT`. */
export async function heapKib(pid: number): Promise<number> {
  const file = path.join(HEAP_FOLDER, String(pid));
  rmSync(file, { force: true });
  process.kill(pid, "SIGUSR2");
  for (let tries = 0; tries < 100; tries++) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    if (existsSync(file)) return Number(readFileSync(file, "utf8")) / 1024;
  }
  throw new Error(`Process ${pid} did not report its heap.`);
}

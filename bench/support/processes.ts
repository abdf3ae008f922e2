import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";

/** A server that a bench started, and what it has cost so far. */
export interface BenchServer {
  url: string;
  pid: number;
  /** CPU time of the process, user and system, in ms. */
  cpuMs(): number;
  rssMib(): number;
  stop(): Promise<void>;
}

const TICK_MS = 10;

/** Starts a process and waits until `url` answers. */
export async function startServer(args: string[], url: string, env: Record<string, string>): Promise<BenchServer> {
  const child = spawn(process.execPath, args, { env: { ...process.env, ...env }, stdio: ["ignore", "ignore", "inherit"] });
  const pid = child.pid ?? 0;
  await answers(url, child);
  return { url: new URL(url).origin, pid, cpuMs: () => cpuMs(pid), rssMib: () => rssMib(pid), stop: () => stop(child) };
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

function rssMib(pid: number): number {
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;
}

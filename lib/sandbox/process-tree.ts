import { readdirSync, readFileSync } from "node:fs";

/** The processes that `pid` has started, as the kernel lists them: under the thread of it that did. Empty when it is gone. */
export function childrenOf(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).flatMap((thread) => childrenOfThread(pid, thread));
  } catch {
    return [];
  }
}

function childrenOfThread(pid: number, thread: string): number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${thread}/children`, "latin1").split(" ").filter(Boolean).map(Number);
  } catch {
    return [];
  }
}

/** Memory of `pid` and everything below it, in bytes: what is its own, without shared libraries and files. */
export function treeMemoryBytes(pid: number): number {
  let bytes = 0;
  const pids = [pid];
  for (let next = pids.pop(); next !== undefined; next = pids.pop()) {
    bytes += ownMemoryBytes(next);
    pids.push(...childrenOf(next));
  }
  return bytes;
}

function ownMemoryBytes(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "latin1");
    return [...status.matchAll(/^Rss(?:Anon|Shmem):\s+(\d+) kB$/gm)].reduce((sum, [, kibibytes]) => sum + Number(kibibytes) * 1024, 0);
  } catch {
    return 0;
  }
}

/** Sends SIGKILL; a process or group that is gone already is fine. */
export function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}

import { readdir, readFile } from "node:fs/promises";

export interface RunningProcess {
  pid: number;
  /** Its title, when it has set one, else its command line. */
  command: string;
}

/** The processes that a process has started itself (proc(5)); those that ended and were not waited for do not count. */
export async function childrenOf(parent: number): Promise<RunningProcess[]> {
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(pids.map((pid) => readProcess(Number(pid))));
  return found
    .filter((process) => process?.parent === parent)
    .map((process) => ({ pid: process?.pid ?? 0, command: process?.command ?? "" }));
}

export async function isRunning(pid: number): Promise<boolean> {
  return (await readProcess(pid)) !== null;
}

async function readProcess(pid: number): Promise<(RunningProcess & { parent: number }) | null> {
  try {
    const [stat, command] = await Promise.all([readFile(`/proc/${pid}/stat`, "utf8"), readFile(`/proc/${pid}/cmdline`, "utf8")]);
    const [state, parent] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return state === "Z" ? null : { pid, parent: Number(parent), command: command.replaceAll("\0", " ").trim() };
  } catch {
    return null;
  }
}

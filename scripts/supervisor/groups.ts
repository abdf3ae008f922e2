import { setTimeout as sleep } from "node:timers/promises";

/** How long web and worker may take to finish what they are doing. */
const GRACE_MS = 8_000;

/** Asks process groups to end, and after 8 s ends them. Resolves when none is left. Each is named by the process that leads it. */
export async function endGroups(leaders: readonly number[], graceMs = GRACE_MS): Promise<void> {
  for (const leader of leaders) signalGroup(leader, "SIGTERM");
  if (await areGone(leaders, graceMs)) return;
  for (const leader of leaders) signalGroup(leader, "SIGKILL");
  await areGone(leaders, 2_000);
}

/** True when there was someone to tell. */
export function signalGroup(leader: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(process.platform === "win32" ? leader : -leader, signal);
    return true;
  } catch {
    return false;
  }
}

async function areGone(leaders: readonly number[], withinMs: number): Promise<boolean> {
  const until = Date.now() + withinMs;
  while (leaders.some((leader) => signalGroup(leader, 0))) {
    if (Date.now() > until) return false;
    await sleep(25);
  }
  return true;
}

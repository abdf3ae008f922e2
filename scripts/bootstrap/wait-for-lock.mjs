import { setTimeout as sleep } from "node:timers/promises";
import { acquireLock } from "./lock.mjs";
import { say } from "./say.mjs";

/**
 * Does something that only one process may do at a time, after whoever does it now.
 * @template T
 * @param {string} file
 * @param {string} purpose as it stands in "Waiting for another start that is …"
 * @param {() => Promise<T>} work
 * @param {AbortSignal} [signal] ends the waiting, by rejecting
 * @returns {Promise<T>}
 */
export async function withLock(file, purpose, work, signal) {
  for (let isFirst = true; ; isFirst = false) {
    const lock = await acquireLock(file, { purpose });
    if (lock.release) return work().finally(lock.release);
    if (isFirst) say(`Waiting for another start that is ${lock.holder.purpose} (process ${lock.holder.pid})`);
    await sleep(250, undefined, { signal });
  }
}

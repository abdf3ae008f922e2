import { readFileSync } from "node:fs";
import { link, mkdir, readFile, rm, rmdir, stat, writeFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";

/**
 * @typedef {{ pid: number, born: string | null, purpose: string, address?: string }} Holder who holds a lock; `born` tells two processes
 *   with the same number apart (after a reboot, in a restarted container)
 * @typedef {{ release: () => Promise<void>, tookOver: boolean, holder?: undefined }} Acquired `tookOver`: the one before us died with it
 * @typedef {{ holder: Holder, release?: undefined }} Held
 */

/**
 * Takes the lock that this file is, or says who has it. A holder that died does not count.
 * @param {string} file
 * @param {{ purpose: string, address?: string }} about
 * @returns {Promise<Acquired | Held>}
 */
export async function acquireLock(file, about) {
  const mine = JSON.stringify({ pid: process.pid, born: birthOf(process.pid), ...about });
  const draft = `${file}.${process.pid}`;
  let tookOver = false;
  for (;;) {
    // Written first and linked then: nobody ever reads half a lock.
    await writeFile(draft, mine);
    const taken = await link(draft, file).then(() => true, isExisting);
    await rm(draft);
    if (taken) return { tookOver, release: () => releaseIfStill(file, mine) };
    const content = await readFile(file, "utf8").catch(() => null);
    if (content === null) continue;
    const holder = parseHolder(content);
    if (holder && isAlive(holder)) return { holder };
    tookOver = true;
    await removeStale(file, content);
  }
}

/** A takeover takes a moment; one that is older was left behind by a process that died in it. */
const TAKEOVER_MS = 10_000;

/**
 * Many may find the same dead lock at once, and the slower ones must not take away the lock that the fastest has just made: one at a time
 * looks again and removes.
 * @param {string} file
 * @param {string} stale
 */
async function removeStale(file, stale) {
  const guard = `${file}.takeover`;
  if (!(await mkdir(guard).then(() => true, isExisting))) {
    const made = await stat(guard).catch(() => null);
    if (made && Date.now() - made.mtimeMs > TAKEOVER_MS) await rmdir(guard).catch(() => undefined);
    await sleep(10);
    return;
  }
  try {
    if ((await readFile(file, "utf8").catch(() => null)) === stale) await rm(file);
  } finally {
    await rmdir(guard);
  }
}

/** @param {string} file @param {string} mine */
async function releaseIfStill(file, mine) {
  if ((await readFile(file, "utf8").catch(() => null)) === mine) await rm(file);
}

/** @param {Holder} holder */
function isAlive({ pid, born }) {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ESRCH") return false;
  }
  return born === birthOf(pid);
}

/**
 * Start time in clock ticks since boot (proc(5), stat field 22); null where there is no /proc. A zombie, dead but not yet waited for by its
 * parent, has none either.
 * @param {number} pid
 */
function birthOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return fields[0] === "Z" ? null : (fields[19] ?? null);
  } catch {
    return null;
  }
}

/** @param {string} content @returns {Holder | null} */
function parseHolder(content) {
  try {
    return JSON.parse(content);
  } catch {
    return null;
  }
}

/** @param {NodeJS.ErrnoException} error */
function isExisting(error) {
  if (error.code !== "EEXIST") throw error;
  return false;
}

import { randomUUID } from "node:crypto";
import { linkSync, mkdirSync, readFileSync, renameSync, unlinkSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { FileProblem, systemCode } from "./file-problem.ts";

/** A holder works for about a millisecond, so one that is seen for this long has died. */
const ABANDONED_AFTER_MS = 4_000;
const GIVE_UP_AFTER_MS = 7_000;

/**
 * Runs `work` while no other process does so under the same lock file. `work` is synchronous, so within one process there is never
 * anybody to wait for. A lock whose holder was killed is taken over after four seconds of the waiter's own clock (clocks of two
 * machines are never compared); `isHeld` says, right before a step that counts, that nobody took this one.
 * @throws FileProblem `busy` after seven seconds; whatever `work` throws; the signal's reason.
 */
export async function withWriteLock<T>(lockFile: string, signal: AbortSignal | undefined, work: (isHeld: () => boolean) => T): Promise<T> {
  mkdirSync(dirname(lockFile), { recursive: true, mode: 0o700 });
  const token = randomUUID();
  await acquire(lockFile, token, signal);
  const isHeld = () => holderOf(lockFile) === token;
  try {
    return work(isHeld);
  } finally {
    if (isHeld()) unlinkSync(lockFile);
  }
}

async function acquire(lockFile: string, token: string, signal: AbortSignal | undefined): Promise<void> {
  const startedAt = performance.now();
  let seen: { holder: string | null; since: number } | undefined;
  while (!tryAcquire(lockFile, token)) {
    const now = performance.now();
    const holder = holderOf(lockFile);
    if (seen?.holder !== holder) seen = { holder, since: now };
    if (holder !== null && now - seen.since > ABANDONED_AFTER_MS) removeAbandoned(lockFile, holder);
    else if (now - startedAt > GIVE_UP_AFTER_MS) throw new FileProblem("busy", "Other writers keep this file busy. Try again.");
    else await sleep(2 + Math.random() * 8, undefined, { signal });
  }
}

function tryAcquire(lockFile: string, token: string): boolean {
  try {
    writeFileSync(lockFile, token, { flag: "wx", mode: 0o600 });
    return true;
  } catch (error) {
    if (systemCode(error) === "EEXIST") return false;
    throw error;
  }
}

/** Null when nobody holds it; an empty string in the instant before a new holder has written its name. */
function holderOf(lockFile: string): string | null {
  try {
    return readFileSync(lockFile, "utf8");
  } catch (error) {
    if (systemCode(error) === "ENOENT") return null;
    throw error;
  }
}

/** Of several waiters one gets the rename. Should that one have caught a lock newer than the dead one, it is put back. */
function removeAbandoned(lockFile: string, holder: string): void {
  const taken = `${lockFile}.${randomUUID()}`;
  try {
    renameSync(lockFile, taken);
    if (holderOf(taken) !== holder) linkSync(taken, lockFile);
  } catch (error) {
    if (systemCode(error) !== "ENOENT" && systemCode(error) !== "EEXIST") throw error;
  }
  try {
    unlinkSync(taken);
  } catch (error) {
    if (systemCode(error) !== "ENOENT") throw error;
  }
}

import { rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { acquireLock } from "./bootstrap/lock.mjs";
import { Refusal, refusalOfFileError } from "./bootstrap/refusal.mjs";
import { say } from "./bootstrap/say.mjs";
import { makeFolder } from "./make-folder.ts";

/** What the lock of a data directory is taken for. */
export const RUNNING = "running";
export const CLEANING_UP = "stopping what a killed launcher left";

const CLEANING_UP_MS = 45_000;

export interface DataDirLock {
  release(): Promise<void>;
  /** The launcher before us died without giving it back: what it started may be on its way down still. */
  tookOver: boolean;
}

/**
 * Makes the data directory when it is missing, proves that it can be written, and takes it for this launcher.
 * @throws Refusal: not writable, disk full, or in use by a launcher that is named with its process and address
 */
export async function takeDataDir(dataDir: string, address: string): Promise<DataDirLock> {
  try {
    await makeFolder(dataDir, 0o711);
    const probe = path.join(dataDir, `.probe-${process.pid}`);
    await writeFile(probe, Buffer.alloc(4096));
    await rm(probe);
    return await lockDataDir(dataDir, address);
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw refusalOfFileError(error, dataDir);
  }
}

async function lockDataDir(dataDir: string, address: string): Promise<DataDirLock> {
  const giveUpAt = Date.now() + CLEANING_UP_MS;
  for (let isFirst = true; ; isFirst = false) {
    const lock = await acquireLock(lockFile(dataDir), { purpose: RUNNING, address });
    if (lock.release) return { release: lock.release, tookOver: lock.tookOver || !isFirst };
    const { pid, purpose, address: taken } = lock.holder;
    if (purpose !== CLEANING_UP || Date.now() > giveUpAt) {
      throw new Refusal(
        `Countersign runs already with ${dataDir}: process ${pid}, at ${taken}. Use that one, stop it (Ctrl-C, or kill ${pid}), or start another with a DATA_DIR and a PORT of its own.`,
      );
    }
    if (isFirst) say("The launcher before was killed; waiting until what it started has stopped");
    await sleep(200);
  }
}

export function lockFile(dataDir: string): string {
  return path.join(dataDir, "launcher.lock");
}

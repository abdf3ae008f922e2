import { constants, lstatSync, unlinkSync } from "node:fs";
import { open } from "node:fs/promises";
import { systemCode } from "./file-problem.ts";
import type { OpenFolder } from "./open-folder.ts";
import { giveToOwner } from "./owner.ts";
import { newTemporaryName } from "./temporary-name.ts";

const ABANDONED_AFTER_MS = 3_600_000;

/**
 * Writes bytes to a new file beside the one that they are for and brings them to the disk. Only its rename makes them visible, so a
 * write that is killed leaves the old file whole. Returns the name; who asked renames or removes it.
 */
export async function writeTemporaryFile(folder: OpenFolder, bytes: Uint8Array, mode: number): Promise<string> {
  const name = newTemporaryName();
  const file = await open(folder.entry(name), constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, mode);
  try {
    // The mode given to open is cut by the umask.
    await file.chmod(mode);
    giveToOwner(file.fd, folder.owner);
    await file.writeFile(bytes);
    await file.sync();
  } catch (error) {
    removeEntry(folder, name);
    throw error;
  } finally {
    await file.close();
  }
  return name;
}

/** Removes a temporary file whose writer died long ago. */
export function removeWhenAbandoned(folder: OpenFolder, name: string): void {
  const status = lstatSync(folder.entry(name), { throwIfNoEntry: false });
  if (status?.isFile() && Date.now() - status.mtimeMs > ABANDONED_AFTER_MS) removeEntry(folder, name);
}

export function removeEntry(folder: OpenFolder, name: string): void {
  try {
    unlinkSync(folder.entry(name));
  } catch (error) {
    if (systemCode(error) !== "ENOENT") throw error;
  }
}

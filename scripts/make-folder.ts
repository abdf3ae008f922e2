import { mkdir, stat } from "node:fs/promises";
import path from "node:path";

/**
 * Makes a folder and those above it. Node's own `recursive` hides why it could not: on a read-only file system it says that the folder
 * does not exist.
 */
export async function makeFolder(folder: string, mode = 0o777): Promise<void> {
  try {
    await mkdir(folder, { mode });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" && path.dirname(folder) !== folder) {
      await makeFolder(path.dirname(folder));
      return makeFolder(folder, mode);
    }
    const isFolder = await stat(folder).then(
      (found) => found.isDirectory(),
      () => false,
    );
    if (!isFolder) throw error;
  }
}

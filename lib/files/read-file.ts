import { storageProblem } from "./file-problem.ts";
import { readWholeFile } from "./open-file.ts";
import { openFolder } from "./open-folder.ts";
import { formatPath, type WorkspacePath } from "./parse-path.ts";
import { splitPath } from "./split-path.ts";
import { versionOf } from "./version-of.ts";

export interface FileContent {
  bytes: Buffer;
  version: string;
  modifiedAt: Date;
}

/**
 * Reads a whole file, at most 1 MiB, as it stands at this moment.
 * @throws FileProblem `not_found`, `not_a_file`, `not_a_folder`, `blocked_path`, `too_large`, `storage_failed`.
 */
export function readWorkspaceFile(workspace: string, path: WorkspacePath): FileContent {
  const { parents, name } = splitPath(path);
  const folder = openFolder(workspace, parents);
  try {
    const { bytes, status } = readWholeFile(folder, name);
    return { bytes, version: versionOf(bytes), modifiedAt: status.mtime };
  } catch (error) {
    throw storageProblem(error, formatPath(path));
  } finally {
    folder.close();
  }
}

import { lstatSync } from "node:fs";
import { FileProblem, storageProblem } from "./file-problem.ts";
import { isLink, openFolder } from "./open-folder.ts";
import { formatPath, type WorkspacePath } from "./parse-path.ts";
import { hasSecondName } from "./write-file.ts";

/**
 * Looks whether a call on this path would be blocked as the workspace stands now: a link on the way or at the end, also one that
 * points nowhere; for a write, a file with a second name. Says nothing of a path that does not exist, and changes nothing. The
 * operation itself checks again on what it opens, so this is for an early and clear answer.
 * @throws FileProblem `blocked_path`.
 */
export function refuseBlockedPath(workspace: string, path: WorkspacePath, intent: "read" | "write"): void {
  const name = path.at(-1);
  if (name === undefined) return;
  try {
    // The parts in front of a checked path are a checked path.
    const folder = openFolder(workspace, path.slice(0, -1) as readonly string[] as WorkspacePath);
    try {
      const status = lstatSync(folder.entry(name), { throwIfNoEntry: false });
      if (status?.isSymbolicLink()) throw isLink(name);
      if (intent === "write" && status?.isFile() && status.nlink > 1) throw hasSecondName(name);
    } finally {
      folder.close();
    }
  } catch (error) {
    const problem = storageProblem(error, formatPath(path));
    if (!(problem instanceof FileProblem)) throw problem;
    if (problem.code === "blocked_path") throw problem;
  }
}

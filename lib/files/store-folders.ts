import { createHash } from "node:crypto";
import { basename, dirname, join } from "node:path";
import { formatPath, type WorkspacePath } from "./parse-path.ts";

/**
 * Where a workspace's earlier versions and write locks lie: `<data>/workspaces-versions/<organization>` for the workspace
 * `<data>/workspaces/<organization>`. Outside the workspace, so that no tool, command or listing reaches it.
 */
function storeOf(workspace: string): string {
  return join(dirname(dirname(workspace)), "workspaces-versions", basename(workspace));
}

export function keptVersionsFolder(workspace: string, path: WorkspacePath): string {
  return join(storeOf(workspace), "files", pathKey(path));
}

export function writeLockFile(workspace: string, path: WorkspacePath): string {
  return join(storeOf(workspace), "locks", pathKey(path));
}

/** A name of fixed length for a path of any length. */
function pathKey(path: WorkspacePath): string {
  return createHash("sha256").update(formatPath(path)).digest("hex");
}

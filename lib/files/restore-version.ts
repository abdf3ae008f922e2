import { readKeptVersion } from "./kept-versions.ts";
import type { WorkspacePath } from "./parse-path.ts";
import { type WrittenFile, writeWorkspaceFile } from "./write-file.ts";

/**
 * Puts an earlier version back; what it replaces is kept in turn, so this can be undone too.
 * @param expectedVersion refuses when the file has moved on since the person decided.
 * @throws FileProblem `not_found` for a version that is not kept, and all of {@link writeWorkspaceFile}.
 */
export async function restoreVersion(
  workspace: string,
  path: WorkspacePath,
  version: string,
  expectedVersion?: string,
): Promise<WrittenFile> {
  const bytes = await readKeptVersion(workspace, path, version);
  return writeWorkspaceFile(workspace, path, { bytes, expectedVersion });
}

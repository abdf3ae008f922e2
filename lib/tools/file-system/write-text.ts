import { formatPath, type WorkspacePath } from "#lib/files/parse-path.ts";
import { noteWritten } from "#lib/files/workspace-room.ts";
import { writeWorkspaceFile } from "#lib/files/write-file.ts";
import type { ToolResult } from "#lib/tools/outcome.ts";

/**
 * Writes text as UTF-8. The result names the version before and the version now.
 * @throws FileProblem
 */
export async function writeText(
  workspace: string,
  path: WorkspacePath,
  { content = "", expectedVersion }: { content?: string; expectedVersion?: string },
  signal: AbortSignal,
): Promise<ToolResult> {
  const written = await writeWorkspaceFile(workspace, path, {
    bytes: Buffer.from(content, "utf8"),
    // Empty text is how some models leave a field out.
    expectedVersion: expectedVersion || undefined,
    signal,
  });
  if (!written.isUnchanged) noteWritten(workspace, written.bytes);
  const name = formatPath(path);
  const before = written.previousVersion === null ? "The file is new." : `The version before was ${written.previousVersion} and is kept.`;
  const text = written.isUnchanged
    ? `${name} held exactly this already (${written.bytes} bytes). Version ${written.version}.`
    : `Wrote ${name} (${written.bytes} bytes). Version ${written.version}. ${before}`;
  return { data: { path: name, ...written }, text };
}

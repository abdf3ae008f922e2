// Test program: adds one to the number in the file "count" as often as told, each time by reading it and writing it back with the
// version that was read. Only if no writer ever overwrites another's number does the sum come out.
// usage: node counter.mjs <workspace> <times>
import { parseWorkspacePath } from "./parse-path.ts";
import { readWorkspaceFile } from "./read-file.ts";
import { writeWorkspaceFile } from "./write-file.ts";

const [workspace, times] = process.argv.slice(2);
const path = parseWorkspacePath("count");
for (let done = 0; done < Number(times); ) {
  const { bytes, version } = readWorkspaceFile(workspace, path);
  const next = Buffer.from(`${Number(bytes.toString()) + 1}`);
  try {
    const { isUnchanged } = await writeWorkspaceFile(workspace, path, { bytes: next, expectedVersion: version });
    if (!isUnchanged) done++;
  } catch (error) {
    if (error.code !== "version_conflict") throw error;
  }
}

import { FileProblem } from "./file-problem.ts";
import type { WorkspacePath } from "./parse-path.ts";

/**
 * The folder that a file lies in, and its own name.
 * @throws FileProblem `not_a_file` for the workspace itself.
 */
export function splitPath(path: WorkspacePath): { parents: WorkspacePath; name: string } {
  const name = path.at(-1);
  if (name === undefined) throw new FileProblem("not_a_file", "This path is the workspace itself, a folder.");
  // The parts in front of a checked path are a checked path.
  return { parents: path.slice(0, -1) as readonly string[] as WorkspacePath, name };
}

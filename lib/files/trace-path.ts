import { lstatSync, readlinkSync, type Stats } from "node:fs";
import { FileProblem, systemCode } from "./file-problem.ts";
import { openFolder } from "./open-folder.ts";
import type { WorkspacePath } from "./parse-path.ts";

/** Where a path leads that a command would open: `inside`, to what stands there; `outside`, by itself or by a link; or to nothing. */
export type TracedPath =
  | { kind: "inside"; path: WorkspacePath; status: Stats }
  | { kind: "outside"; path: string; isByLink: boolean }
  | { kind: "missing" }
  | { kind: "unclear" };

/** As the kernel has it. */
const MAX_LINKS = 40;
/** Each is looked at from the root on, while nobody else is answered. */
const MAX_PARTS = 64;

/**
 * Follows a path as the kernel does for a command in the workspace: part by part, `..` and links too, as long as they stay in it. Each part is looked at
 * from its folder, which is opened without following anything. What it finds may be another thing a moment later; who opens it follows no link.
 *
 * @param roots absolute paths under which a command finds the workspace
 * @throws what the file system throws for a folder that may not be entered
 */
export function tracePath(workspace: string, name: string, roots: readonly string[]): TracedPath {
  const at: string[] = [];
  let rest = name.split("/");
  let links = 0;
  let isByLink = false;
  const begin = (target: string, behind: readonly string[]): string | null => {
    const root = roots.find((folder) => target === folder || target.startsWith(`${folder}/`));
    if (root === undefined) return [target, ...behind].join("/");
    at.length = 0;
    rest = [...target.slice(root.length).split("/"), ...behind];
    return null;
  };
  if (name.startsWith("/")) {
    const outside = begin(name, []);
    if (outside !== null) return { kind: "outside", path: outside, isByLink };
  }
  let status: Stats | undefined = statusAt(workspace, at, ".");
  for (let steps = 0; rest.length > 0; steps++) {
    if (steps > MAX_PARTS) return { kind: "unclear" };
    const part = rest.shift() ?? "";
    if (part === "" || part === ".") continue;
    if (part === "..") {
      if (at.pop() === undefined) return { kind: "outside", path: ["..", ...rest].join("/"), isByLink };
      status = statusAt(workspace, at.slice(0, -1), at.at(-1) ?? ".");
      continue;
    }
    status = statusAt(workspace, at, part);
    if (status === undefined) return { kind: "missing" };
    if (!status.isSymbolicLink()) {
      at.push(part);
      continue;
    }
    links += 1;
    const target = targetOf(workspace, at, part);
    if (links > MAX_LINKS || target === null) return { kind: "unclear" };
    isByLink = true;
    if (!target.startsWith("/")) rest = [...target.split("/"), ...rest];
    else {
      const outside = begin(target, rest);
      if (outside !== null) return { kind: "outside", path: outside, isByLink };
      status = statusAt(workspace, at, ".");
    }
  }
  // Each part came from the file system, or was looked up in it: none of them is empty, "." or "..", and none has a "/" in it.
  return status ? { kind: "inside", path: at as readonly string[] as WorkspacePath, status } : { kind: "missing" };
}

/** Undefined when there is nothing of that name, or the way to it is none. */
function statusAt(workspace: string, folder: readonly string[], name: string): Stats | undefined {
  return inFolder(workspace, folder, (entry) => lstatSync(entry(name), { throwIfNoEntry: false }));
}

/** Null for one that is no text. */
function targetOf(workspace: string, folder: readonly string[], name: string): string | null {
  const bytes = inFolder(workspace, folder, (entry) => readlinkSync(entry(name), { encoding: "buffer" }));
  const text = bytes?.toString("utf8") ?? "";
  return bytes && Buffer.from(text).equals(bytes) ? text : null;
}

function inFolder<T>(workspace: string, path: readonly string[], look: (entry: (name: string) => string) => T): T | undefined {
  try {
    const folder = openFolder(workspace, path as WorkspacePath);
    try {
      return look(folder.entry);
    } finally {
      folder.close();
    }
  } catch (error) {
    // Also what was swapped in the instant before.
    if (error instanceof FileProblem && ["not_found", "not_a_folder", "blocked_path"].includes(error.code)) return undefined;
    if (["ENOENT", "EINVAL", "ENOTDIR", "ENAMETOOLONG"].includes(systemCode(error) ?? "")) return undefined;
    throw error;
  }
}

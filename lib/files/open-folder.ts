import { closeSync, constants, existsSync, fstatSync, lstatSync, mkdirSync, openSync, realpathSync, statSync } from "node:fs";
import { join } from "node:path";
import { FileProblem, storageProblem, systemCode } from "./file-problem.ts";
import { giveToOwner, type Owner } from "./owner.ts";
import { formatPath, type WorkspacePath } from "./parse-path.ts";

/** A folder of a workspace, held open. Whoever opened it closes it. */
export interface OpenFolder {
  /** Where the folder is, for `readdir`. */
  readonly location: string;
  /** Its descriptor; null where the platform cannot hold folders. */
  readonly descriptor: number | null;
  /** Who owns the workspace; what is made in it is given to them. */
  readonly owner: Owner;
  /** The path of one name in this very folder, whatever has been renamed above it. Only for calls that do not follow links. */
  readonly entry: (name: string) => string;
  readonly close: () => void;
}

/**
 * Opens the folder `path` below `workspace` without ever following a link under it; `create` makes the missing parts.
 *
 * On Linux each part is opened relative to the descriptor of the one before, through `/proc/self/fd`, so nothing that is renamed or
 * swapped meanwhile can lead outside: what was opened is what is used. Elsewhere see {@link openFolderByPath}.
 * @throws FileProblem `not_found`, `not_a_folder`, `blocked_path` (a link), `storage_failed`.
 */
export function openFolder(workspace: string, path: WorkspacePath, options: { create?: boolean } = {}): OpenFolder {
  return HOLDS_FOLDERS ? openFolderByDescriptor(workspace, path, options) : openFolderByPath(workspace, path, options);
}

const HOLDS_FOLDERS = process.platform === "linux" && existsSync("/proc/self/fd");
const OPEN_FOLDER = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;

function openFolderByDescriptor(workspace: string, path: WorkspacePath, options: { create?: boolean }): OpenFolder {
  let folder = holdFolder(openSync(workspace, constants.O_RDONLY | constants.O_DIRECTORY));
  try {
    for (const name of path) {
      const child = openPart(folder, name, options.create ?? false, path);
      folder.close();
      folder = holdFolder(child, folder.owner);
    }
    return folder;
  } catch (error) {
    folder.close();
    throw storageProblem(error, formatPath(path));
  }
}

function holdFolder(descriptor: number, owner: Owner = fstatSync(descriptor)): OpenFolder {
  const location = `/proc/self/fd/${descriptor}`;
  return { location, descriptor, owner, entry: (name) => `${location}/${name}`, close: () => closeSync(descriptor) };
}

function openPart(parent: OpenFolder, name: string, create: boolean, path: WorkspacePath): number {
  const isNew = create && makeFolder(parent, name);
  try {
    const descriptor = openSync(parent.entry(name), OPEN_FOLDER);
    if (isNew) giveToOwner(descriptor, parent.owner);
    return descriptor;
  } catch (error) {
    throw explainPart(error, parent.entry(name), name, path);
  }
}

/**
 * The same promise with the means of systems without `/proc`: each part is looked at and then used by its path. A process that can
 * rename folders of the workspace in the instant between can still redirect the call, so this is for development on such systems; a
 * server for people who do not trust each other runs on Linux.
 */
export function openFolderByPath(workspace: string, path: WorkspacePath, options: { create?: boolean } = {}): OpenFolder {
  const root = realpathSync(workspace);
  const owner = statSync(root);
  try {
    let folder = nameFolder(root, owner);
    for (const name of path) {
      if (options.create && makeFolder(folder, name)) giveToOwner(folder.entry(name), owner);
      const location = folder.entry(name);
      const refusal = explainPart(undefined, location, name, path);
      if (refusal) throw refusal;
      folder = nameFolder(location, owner);
    }
    if (realpathSync(folder.location) !== folder.location) throw isLink(formatPath(path));
    return folder;
  } catch (error) {
    throw storageProblem(error, formatPath(path));
  }
}

function nameFolder(location: string, owner: Owner): OpenFolder {
  return { location, descriptor: null, owner, entry: (name) => join(location, name), close: () => {} };
}

/** False when something of that name is there already; what it is shows when it is opened. */
function makeFolder(parent: OpenFolder, name: string): boolean {
  try {
    mkdirSync(parent.entry(name), 0o755);
    return true;
  } catch (error) {
    if (systemCode(error) === "EEXIST") return false;
    throw error;
  }
}

/** Says why a part could not be entered; undefined when it is a folder and nothing else went wrong. */
function explainPart(error: unknown, location: string, name: string, path: WorkspacePath): unknown {
  const kind = lstatSync(location, { throwIfNoEntry: false });
  if (kind?.isSymbolicLink()) return isLink(name);
  if (!kind || systemCode(error) === "ENOENT") {
    const way = name === path.at(-1) ? "" : ` on the way to "${formatPath(path)}"`;
    return new FileProblem("not_found", `There is no folder "${name}"${way}.`);
  }
  if (!kind.isDirectory()) return new FileProblem("not_a_folder", `"${name}" is not a folder.`);
  // A folder now, but it was none when it was opened: it was swapped in between.
  if (systemCode(error) === "ENOTDIR" || systemCode(error) === "ELOOP") return isLink(name);
  return error;
}

/** The refusal of a symbolic link, wherever it points to. */
export function isLink(name: string): FileProblem {
  return new FileProblem("blocked_path", `This path is blocked: "${name}" is a symbolic link, and links are never followed.`);
}

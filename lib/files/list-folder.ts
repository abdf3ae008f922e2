import { lstatSync, type Stats } from "node:fs";
import { readdir } from "node:fs/promises";
import { blockedNameRule } from "./blocked-names.ts";
import { storageProblem } from "./file-problem.ts";
import { type OpenFolder, openFolder } from "./open-folder.ts";
import { formatPath, type WorkspacePath } from "./parse-path.ts";
import { removeWhenAbandoned } from "./temporary-file.ts";
import { isTemporaryName } from "./temporary-name.ts";

export interface FolderEntry {
  /** Bytes that are no UTF-8 are shown as U+FFFD; a file of such a name can be seen and nothing else. */
  name: string;
  type: "file" | "folder" | "link" | "other";
  /** Bytes; null for what is no file, and for files that may not be read. */
  size: number | null;
  modifiedAt: Date;
  /** The name may be seen and nothing else: reading, writing and entering it are refused. */
  isBlocked: boolean;
}

export interface FolderPage {
  entries: FolderEntry[];
  /** How many names the folder holds. */
  total: number;
}

/**
 * The entries of one folder from number `offset` on, sorted by name (by code unit, so the order is the same everywhere). Links are
 * shown as links and never followed. What a killed writer left behind is not shown, and is removed after an hour.
 * @throws FileProblem `not_found`, `not_a_folder`, `blocked_path`, `storage_failed`.
 */
export async function listWorkspaceFolder(
  workspace: string,
  path: WorkspacePath,
  range: { offset: number; limit: number },
): Promise<FolderPage> {
  const folder = openFolder(workspace, path);
  try {
    const found = (await readdir(folder.location, { encoding: "buffer" })).map((bytes): FoundName => ({ bytes, name: bytes.toString() }));
    const names = found.filter(({ name }) => !isTemporaryName(name)).sort(byName);
    for (const { name } of found) if (isTemporaryName(name)) removeWhenAbandoned(folder, name);
    const page = names.slice(range.offset, range.offset + range.limit);
    const entries = page.flatMap((found) => describeEntry(folder, found));
    // What vanished meanwhile counts no more, so that `offset` plus what is shown is where the next page begins.
    return { entries, total: names.length - (page.length - entries.length) };
  } catch (error) {
    throw storageProblem(error, formatPath(path));
  } finally {
    folder.close();
  }
}

interface FoundName {
  bytes: Buffer;
  name: string;
}

function byName(left: FoundName, right: FoundName): number {
  if (left.name === right.name) return Buffer.compare(left.bytes, right.bytes);
  return left.name < right.name ? -1 : 1;
}

/** Nothing for an entry that vanished after its name was read. */
function describeEntry(folder: OpenFolder, { name, bytes }: FoundName): FolderEntry[] {
  // A name of other bytes than its text has can only be asked for by its bytes.
  const path = name.includes("\ufffd") ? Buffer.concat([Buffer.from(folder.entry("")), bytes]) : folder.entry(name);
  const status = lstatSync(path, { throwIfNoEntry: false });
  if (!status) return [];
  const isBlocked = blockedNameRule(name) !== null;
  const type = entryType(status);
  return [{ name, type, size: type === "file" && !isBlocked ? status.size : null, modifiedAt: status.mtime, isBlocked }];
}

function entryType(status: Stats): FolderEntry["type"] {
  if (status.isFile()) return "file";
  if (status.isDirectory()) return "folder";
  return status.isSymbolicLink() ? "link" : "other";
}

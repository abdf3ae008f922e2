import { lstatSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { blockedNameRule, comparableName } from "#lib/files/blocked-names.ts";
import { systemCode } from "#lib/files/file-problem.ts";

/** A path relative to the workspace that a command must not see, and what lies over it: an empty file or an empty folder, read-only. */
export interface MaskedPath {
  readonly path: string;
  readonly kind: "file" | "folder";
}

/** Above this a command would wait for the search longer than for its work. */
const MAX_ENTRIES = 500_000;
const MAX_MASKS = 1_000;
/** A folder whose path is longer is masked as a whole: the kernel takes 4,095 bytes, and a command can make deeper ones. */
const MAX_PATH_BYTES = 2_000;
/** Commands cannot mend it, since none runs, and the file tool removes nothing. */
const WHO_MENDS = "Whoever runs the server has to remove some from its folder.";

/** The workspace cannot be searched for blocked files in full, so no command may run in it. The message says what to do. */
export class UnsearchableWorkspace extends Error {}

/**
 * Finds what commands must not see in a workspace: the files that the file tool blocks (`.env` and the like), at any depth. Of a
 * repository only `hooks` and `config` are masked, the two places whose contents git executes or sends secrets from; git itself works.
 * Links are not followed: what they lead to has a name of its own. A folder that cannot be read, or lies too deep, is masked as a whole.
 * @throws UnsearchableWorkspace
 */
export async function findMaskedPaths(workspace: string): Promise<MaskedPath[]> {
  const masks: MaskedPath[] = [];
  const folders: Buffer[] = [Buffer.alloc(0)];
  let seen = 0;
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    const entries = await readFolder(workspace, folder);
    if (entries === "unreadable") {
      masks.push({ path: nameable(folder), kind: "folder" });
      continue;
    }
    seen += entries.length;
    for (const entry of entries) {
      const name = entry.name.toString("utf8");
      const path = folder.length === 0 ? entry.name : Buffer.concat([folder, SLASH, entry.name]);
      if (entry.isDirectory() && comparableName(name) === ".git") masks.push(...maskRepository(workspace, nameable(path)));
      else if (blockedNameRule(name) !== null && !entry.isSymbolicLink()) {
        masks.push({ path: nameable(path), kind: entry.isDirectory() ? "folder" : "file" });
      } else if (entry.isDirectory() && path.length > MAX_PATH_BYTES) masks.push({ path: nameable(path), kind: "folder" });
      else if (entry.isDirectory()) folders.push(path);
    }
    if (seen > MAX_ENTRIES) throw new UnsearchableWorkspace(`The workspace holds more than ${MAX_ENTRIES} files. ${WHO_MENDS}`);
    if (masks.length > MAX_MASKS) throw new UnsearchableWorkspace(`The workspace holds more than ${MAX_MASKS} blocked files. ${WHO_MENDS}`);
  }
  return masks;
}

const SLASH = Buffer.from("/");

/** Arguments of a process are text, names of files are bytes: a blocked file that cannot be named to bubblewrap cannot be masked. */
function nameable(path: Buffer): string {
  const text = path.toString("utf8");
  if (Buffer.from(text).equals(path)) return text;
  throw new UnsearchableWorkspace(
    `"${text}" is blocked and cannot be hidden, because its path is not UTF-8. Whoever runs the server has to rename or remove it.`,
  );
}

/** Also what is missing, so that no command puts it there. A link stays: where it leads to, the sandbox decides. */
function maskRepository(workspace: string, repository: string): MaskedPath[] {
  const parts = [
    { path: join(repository, "hooks"), missing: "folder" },
    { path: join(repository, "config"), missing: "file" },
  ] as const;
  return parts.flatMap(({ path, missing }) => {
    const status = lstatSync(join(workspace, path), { throwIfNoEntry: false });
    if (status?.isSymbolicLink()) return [];
    return [{ path, kind: !status ? missing : status.isDirectory() ? "folder" : "file" }];
  });
}

async function readFolder(workspace: string, folder: Buffer) {
  try {
    return await readdir(Buffer.concat([Buffer.from(workspace), SLASH, folder]), { withFileTypes: true, encoding: "buffer" });
  } catch (error) {
    if (systemCode(error) === "EACCES" || systemCode(error) === "EPERM") return "unreadable";
    // Removed or replaced while we looked: nothing of it is left to hide.
    if (systemCode(error) === "ENOENT" || systemCode(error) === "ENOTDIR") return [];
    throw error;
  }
}

import { mkdir, open, readdir, readFile, stat, unlink } from "node:fs/promises";
import { join } from "node:path";
import { v7 } from "uuid";
import { FileProblem, systemCode } from "./file-problem.ts";
import { formatPath, type WorkspacePath } from "./parse-path.ts";
import { keptVersionsFolder } from "./store-folders.ts";
import { versionOf } from "./version-of.ts";

/** How many earlier versions of one file are kept; the oldest goes first. */
export const KEPT_VERSIONS = 20;

export interface KeptVersion {
  version: string;
  keptAt: Date;
  bytes: number;
}

/** Keeps content that is about to be replaced, on the disk before this returns. The same content twice in a row is kept once. */
export async function keepVersion(workspace: string, path: WorkspacePath, content: { bytes: Uint8Array; version: string }): Promise<void> {
  const folder = keptVersionsFolder(workspace, path);
  const names = await keptNames(folder);
  if (names.at(-1)?.endsWith(content.version)) return;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // The name sorts by time: UUID version 7 in front.
  const file = await open(join(folder, `${v7()}-${content.version}`), "wx", 0o600);
  try {
    await file.writeFile(content.bytes);
    await file.sync();
  } finally {
    await file.close();
  }
  for (const name of names.slice(0, Math.max(0, names.length + 1 - KEPT_VERSIONS))) await removeKept(join(folder, name));
}

/** The earlier versions of a file, newest first; also of a file that is gone. */
export async function listKeptVersions(workspace: string, path: WorkspacePath): Promise<KeptVersion[]> {
  const folder = keptVersionsFolder(workspace, path);
  const names = (await keptNames(folder)).reverse();
  return Promise.all(
    names.map(async (name) => {
      const status = await stat(join(folder, name));
      return { version: versionInName(name), keptAt: status.mtime, bytes: status.size };
    }),
  );
}

/**
 * The bytes of an earlier version.
 * @throws FileProblem `not_found` when it was never kept, is older than the last twenty, or is damaged.
 */
export async function readKeptVersion(workspace: string, path: WorkspacePath, version: string): Promise<Buffer> {
  const folder = keptVersionsFolder(workspace, path);
  for (const name of (await keptNames(folder)).reverse()) {
    if (versionInName(name) !== version) continue;
    const bytes = await readFile(join(folder, name));
    // A copy whose writer was killed is shorter than its name says.
    if (versionOf(bytes) === version) return bytes;
  }
  throw new FileProblem("not_found", `No version ${version} of "${formatPath(path)}" is kept.`);
}

/** `<uuid>-<sha256>`, oldest first. */
async function keptNames(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).sort();
  } catch (error) {
    if (systemCode(error) === "ENOENT") return [];
    throw error;
  }
}

function versionInName(name: string): string {
  return name.slice(name.lastIndexOf("-") + 1);
}

async function removeKept(file: string): Promise<void> {
  try {
    await unlink(file);
  } catch (error) {
    if (systemCode(error) !== "ENOENT") throw error;
  }
}

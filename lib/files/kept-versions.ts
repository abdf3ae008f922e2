import { mkdir, open, readdir, readFile, rename, stat, unlink } from "node:fs/promises";
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

/** `<uuid>-<sha256>`: the time, and what it holds. Anything else in the folder is half a copy, whose writer was killed. */
const KEPT_NAME = /^[0-9a-f-]{36}-[0-9a-f]{64}$/;

/**
 * Keeps content that is about to be replaced, whole and on the disk before this returns: half a copy has no name by which it would count. The same
 * content twice in a row is kept once.
 */
export async function keepVersion(workspace: string, path: WorkspacePath, content: { bytes: Uint8Array; version: string }): Promise<void> {
  const folder = keptVersionsFolder(workspace, path);
  const names = await keptNames(folder);
  if (names.at(-1)?.endsWith(content.version)) return;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // The name sorts by time: UUID version 7 in front.
  const kept = join(folder, `${v7()}-${content.version}`);
  const part = `${kept}.part`;
  try {
    await writeThrough(part, content.bytes);
    await rename(part, kept);
  } catch (error) {
    await removeKept(part);
    throw error;
  }
  for (const name of names.slice(0, Math.max(0, names.length + 1 - KEPT_VERSIONS))) await removeKept(join(folder, name));
}

async function writeThrough(name: string, bytes: Uint8Array): Promise<void> {
  const file = await open(name, "wx", 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
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
    // Disks forget, too.
    if (versionOf(bytes) === version) return bytes;
  }
  throw new FileProblem("not_found", `No version ${version} of "${formatPath(path)}" is kept.`);
}

/** Oldest first. */
async function keptNames(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).filter((name) => KEPT_NAME.test(name)).sort();
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

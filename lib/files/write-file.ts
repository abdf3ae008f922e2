import { fsync, renameSync } from "node:fs";
import { promisify } from "node:util";
import { FileProblem, storageProblem } from "./file-problem.ts";
import { keepVersion } from "./kept-versions.ts";
import { MAX_FILE_BYTES, readWholeFile, tooLarge } from "./open-file.ts";
import { type OpenFolder, openFolder } from "./open-folder.ts";
import { formatPath, type WorkspacePath } from "./parse-path.ts";
import { splitPath } from "./split-path.ts";
import { writeLockFile } from "./store-folders.ts";
import { removeEntry, writeTemporaryFile } from "./temporary-file.ts";
import { versionOf } from "./version-of.ts";
import { withWriteLock } from "./write-lock.ts";

export interface WriteRequest {
  bytes: Uint8Array;
  /** The version that the caller has seen. Anything else there now, or nothing, refuses the write. */
  expectedVersion?: string;
  signal?: AbortSignal;
}

export interface WrittenFile {
  version: string;
  /** Null: the file is new. */
  previousVersion: string | null;
  bytes: number;
  /** The file held exactly these bytes already, so nothing was touched. This is also how a repeated write sees that it had happened. */
  isUnchanged: boolean;
}

interface CurrentFile {
  bytes: Buffer;
  version: string;
  mode: number;
}

/** A file that outside writers change between every look and the next is given up. */
const ATTEMPTS = 5;

/**
 * Writes a whole file, at most 1 MiB, and makes missing folders on the way. Readers see the old bytes or the new ones, never a part,
 * whatever is killed; when it returns, the new bytes are on the disk and the old ones are kept ({@link keepVersion}).
 * @throws FileProblem `too_large` (the new content, or an old one that could not be kept), `version_conflict`, `blocked_path` (a link
 * on the way, or a file with a second name), `not_a_file`, `not_a_folder`, `busy`, `storage_failed`; the signal's reason.
 */
export async function writeWorkspaceFile(workspace: string, path: WorkspacePath, request: WriteRequest): Promise<WrittenFile> {
  if (request.bytes.length > MAX_FILE_BYTES) throw tooLarge(formatPath(path), request.bytes.length);
  const { parents, name } = splitPath(path);
  const folder = openParent(workspace, parents, request.expectedVersion);
  try {
    return await replaceFile({ workspace, path, folder, name, request });
  } catch (error) {
    throw storageProblem(error, formatPath(path));
  } finally {
    folder.close();
  }
}

/** A version can only be expected of a file that is there, so then nothing is made on the way to it. */
function openParent(workspace: string, parents: WorkspacePath, expectedVersion: string | undefined): OpenFolder {
  try {
    return openFolder(workspace, parents, { create: expectedVersion === undefined });
  } catch (error) {
    if (expectedVersion === undefined || !(error instanceof FileProblem) || error.code !== "not_found") throw error;
    throw conflict(expectedVersion, null);
  }
}

interface Replacement {
  workspace: string;
  path: WorkspacePath;
  folder: OpenFolder;
  name: string;
  request: WriteRequest;
}

async function replaceFile({ workspace, path, folder, name, request }: Replacement): Promise<WrittenFile> {
  const { bytes, signal } = request;
  const version = versionOf(bytes);
  const result = (current: CurrentFile | null) => ({ version, previousVersion: current?.version ?? null, bytes: bytes.length });
  let current = readCurrent(folder, name);
  let temporary: string | undefined;
  try {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      signal?.throwIfAborted();
      if (current?.version === version) return { ...result(current), isUnchanged: true };
      refuseConflict(current, request.expectedVersion);
      temporary ??= await writeTemporaryFile(folder, bytes, current?.mode ?? 0o644);
      if (current) await keepVersion(workspace, path, current);
      const source = temporary;
      const found = await withWriteLock(writeLockFile(workspace, path), signal, (isHeld) => {
        const now = readCurrent(folder, name);
        signal?.throwIfAborted();
        if (now?.version !== current?.version || !isHeld()) return { isDone: false, now };
        renameSync(folder.entry(source), folder.entry(name));
        return { isDone: true, now };
      });
      if (found.isDone) {
        temporary = undefined;
        await syncFolder(folder);
        return { ...result(current), isUnchanged: false };
      }
      current = found.now;
    }
    throw new FileProblem("busy", `"${formatPath(path)}" changed ${ATTEMPTS} times while it was being written. Try again.`);
  } finally {
    if (temporary) removeEntry(folder, temporary);
  }
}

function readCurrent(folder: OpenFolder, name: string): CurrentFile | null {
  try {
    const { bytes, status } = readWholeFile(folder, name);
    if (status.nlink > 1) throw hasSecondName(name);
    return { bytes, version: versionOf(bytes), mode: status.mode & 0o777 };
  } catch (error) {
    if (!(error instanceof FileProblem)) throw error;
    if (error.code === "not_found") return null;
    throw error.code === "too_large" ? cannotBeKept(name, error) : error;
  }
}

function cannotBeKept(name: string, cause: FileProblem): FileProblem {
  const message = `"${name}" is there already and is larger than 1 MiB, so it could not be kept when it is replaced. Nothing was written; choose another name.`;
  return new FileProblem("too_large", message, { facts: cause.facts ?? undefined, cause });
}

function refuseConflict(current: CurrentFile | null, expected: string | undefined): void {
  if (expected !== undefined && current?.version !== expected) throw conflict(expected, current?.version ?? null);
}

function conflict(expected: string, current: string | null): FileProblem {
  const state = current === null ? "there is no such file" : `it is at version ${current}`;
  return new FileProblem(
    "version_conflict",
    `The file is not at version ${expected}: ${state}. Nothing was written; read it again first.`,
    {
      facts: { expected, current },
    },
  );
}

/** The refusal of writing to a file that is also reachable by another name, perhaps outside the workspace. */
export function hasSecondName(name: string): FileProblem {
  return new FileProblem(
    "blocked_path",
    `This path is blocked: "${name}" has a second name (a hard link), so writing to it could reach another place.`,
  );
}

const syncDescriptor = promisify(fsync);

/** Without it a power failure could bring the old name back. */
async function syncFolder(folder: OpenFolder): Promise<void> {
  if (folder.descriptor !== null) await syncDescriptor(folder.descriptor);
}

import { closeSync, constants, fstatSync, lstatSync, openSync, readSync, type Stats } from "node:fs";
import { FileProblem, systemCode } from "./file-problem.ts";
import { isLink, type OpenFolder } from "./open-folder.ts";

/** 1 MiB: the most that one file may hold to be read or written here. */
export const MAX_FILE_BYTES = 1_048_576;

/** Non-blocking, so that a pipe without a writer cannot hold the process; not following, so that a link is seen as one. */
const OPEN_FILE = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/**
 * The whole content of a regular file, at most 1 MiB. The size is asked first and counted while reading, so a sparse or growing file
 * costs no more memory than that.
 * @throws FileProblem `not_found`, `not_a_file`, `blocked_path` (a link), `too_large`.
 */
export function readWholeFile(folder: OpenFolder, name: string): { bytes: Buffer; status: Stats } {
  const descriptor = openFile(folder, name);
  try {
    const status = fstatSync(descriptor);
    if (!status.isFile()) throw isNoFile(name, status);
    if (status.size > MAX_FILE_BYTES) throw tooLarge(name, status.size);
    return { bytes: readBounded(descriptor, name, status.size), status };
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Opens one name of a folder to be read, without following it. Whoever opened it closes it.
 * @throws FileProblem `not_found`, `not_a_file` (a socket), `blocked_path` (a link).
 */
export function openFile(folder: OpenFolder, name: string): number {
  const path = folder.entry(name);
  // Without O_NOFOLLOW (Windows) the look before the opening is all there is.
  if (constants.O_NOFOLLOW === undefined && lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) throw isLink(name);
  try {
    return openSync(path, OPEN_FILE);
  } catch (error) {
    const code = systemCode(error);
    if (code === "ENOENT") throw new FileProblem("not_found", `There is no file "${name}".`);
    if (code === "ELOOP") throw isLink(name);
    if (code === "ENXIO") throw new FileProblem("not_a_file", `"${name}" is not a regular file.`);
    throw error;
  }
}

function readBounded(descriptor: number, name: string, sizeAtOpening: number): Buffer {
  // One byte more than expected: a full buffer means that the file has grown, and only then is more memory taken.
  let buffer = Buffer.allocUnsafe(sizeAtOpening + 1);
  let length = 0;
  for (;;) {
    const count = readSync(descriptor, buffer, length, buffer.length - length, null);
    if (count === 0) return buffer.subarray(0, length);
    length += count;
    if (length > MAX_FILE_BYTES) throw tooLarge(name, length);
    if (length < buffer.length) continue;
    const larger = Buffer.allocUnsafe(Math.min(buffer.length * 2, MAX_FILE_BYTES + 1));
    buffer.copy(larger, 0, 0, length);
    buffer = larger;
  }
}

function isNoFile(name: string, status: Stats): FileProblem {
  return new FileProblem("not_a_file", status.isDirectory() ? `"${name}" is a folder.` : `"${name}" is not a regular file.`);
}

export function tooLarge(name: string, bytes: number): FileProblem {
  return new FileProblem("too_large", `"${name}" has ${bytes} bytes or more; ${MAX_FILE_BYTES} bytes (1 MiB) is the limit.`, {
    facts: { bytes, limitBytes: MAX_FILE_BYTES },
  });
}

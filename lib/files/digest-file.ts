import { createHash } from "node:crypto";
import { closeSync, fstatSync, read } from "node:fs";
import { promisify } from "node:util";
import type { BoundFile } from "#lib/tool-calls/bound-file.ts";
import { blockedNameRule } from "./blocked-names.ts";
import { FileProblem, systemCode } from "./file-problem.ts";
import { openFile } from "./open-file.ts";
import { openFolder } from "./open-folder.ts";
import { formatPath, type WorkspacePath } from "./parse-path.ts";
import { splitPath } from "./split-path.ts";
import { tracePath } from "./trace-path.ts";

export interface DigestOptions {
  /** Absolute paths under which a command finds the workspace. */
  roots: readonly string[];
  /** A larger file is not read. */
  maxBytes: number;
  /** A file of so many bytes at most is given back as well: the very bytes that were digested. */
  keptBytes?: number;
}

export type FileDigest = Omit<BoundFile, "name" | "isAside"> & { content: Buffer | null };

const CHUNK_BYTES = 256 * 1024;
const readAt = promisify(read);

/**
 * The SHA-256 of what a command would run under this name, links followed as it would follow them. The file is opened by the walk that no swap can lead
 * outside; a pipe holds nobody up, and others are answered while a large file is read. A file that could not be read is an answer too.
 */
export async function digestFile(workspace: string, name: string, options: DigestOptions): Promise<FileDigest> {
  try {
    const traced = tracePath(workspace, name, options.roots);
    if (traced.kind === "outside") return without("outside", traced.path);
    if (traced.kind !== "inside") return without(traced.kind, null);
    const path = formatPath(traced.path);
    if (traced.path.some((part) => blockedNameRule(part) !== null)) return without("closed", path);
    if (!traced.status.isFile()) return without("not-regular", path);
    return await digestAt(workspace, traced.path, options);
  } catch (error) {
    if (error instanceof FileProblem) return without(error.code === "not_found" ? "missing" : (STATES[error.code] ?? "closed"), null);
    if (systemCode(error) !== undefined) return without("closed", null);
    throw error;
  }
}

/** `blocked_path`: it became a link since it was looked at. */
const STATES: Partial<Record<FileProblem["code"], FileDigest["state"]>> = { not_a_file: "not-regular", blocked_path: "unclear" };

async function digestAt(workspace: string, path: WorkspacePath, { maxBytes, keptBytes = 0 }: DigestOptions): Promise<FileDigest> {
  const { parents, name } = splitPath(path);
  const folder = openFolder(workspace, parents);
  let descriptor: number;
  try {
    descriptor = openFile(folder, name);
  } finally {
    folder.close();
  }
  try {
    const status = fstatSync(descriptor);
    const tooLarge = (bytes: number): FileDigest => ({ ...without("too-large", formatPath(path)), bytes });
    if (!status.isFile()) return without("not-regular", formatPath(path));
    if (status.size > maxBytes) return tooLarge(status.size);
    const hash = createHash("sha256");
    const kept: Buffer[] = [];
    let bytes = 0;
    for (;;) {
      const { bytesRead, buffer } = await readAt(descriptor, Buffer.allocUnsafe(CHUNK_BYTES), 0, CHUNK_BYTES, null);
      if (bytesRead === 0) break;
      bytes += bytesRead;
      if (bytes > maxBytes) return tooLarge(bytes);
      const chunk = buffer.subarray(0, bytesRead);
      hash.update(chunk);
      if (bytes <= keptBytes) kept.push(chunk);
    }
    const content = bytes <= keptBytes ? Buffer.concat(kept) : null;
    return { state: "file", path: formatPath(path), bytes, sha256: hash.digest("hex"), content };
  } finally {
    closeSync(descriptor);
  }
}

function without(state: FileDigest["state"], path: string | null): FileDigest {
  return { state, path, bytes: null, sha256: null, content: null };
}

import { lstat, readdir } from "node:fs/promises";
import path from "node:path";
import { singleton } from "#lib/singleton.ts";

/** A size that was measured is taken for true so long, or for twenty times as long as it took: a large workspace is not walked all the time. */
const FRESH_MS = 10_000;
const TIMES_AS_LONG = 20;
const SOON_MS = 200;
/** Files of a folder that are looked at side by side. */
const SIDE_BY_SIDE = 64;
/** What `stat` counts in (stat(2)). */
const BLOCK_BYTES = 512;

interface Known {
  bytes: number;
  /** By `performance.now()`. */
  freshUntil: number;
  tookMs: number;
}

/**
 * How many bytes the files of a workspace may still grow by; infinite without a limit. What others have written in the last seconds may not be in it,
 * so whoever is about to refuse something asks again, exactly.
 * @param limit what they may take on the disk, in bytes
 */
export async function workspaceRoom(workspace: string, limit: number | null, options: { isExact?: boolean } = {}): Promise<number> {
  if (limit === null) return Number.POSITIVE_INFINITY;
  const known = sizes().get(workspace);
  const used = known && !options.isExact && performance.now() < known.freshUntil ? known.bytes : await measure(workspace);
  return Math.max(0, limit - used);
}

/**
 * Counts what was just written until the workspace is measured again. Null: nobody knows how much that is, so it is measured again, unless that takes
 * long.
 */
export function noteWritten(workspace: string, bytes: number | null): void {
  const known = sizes().get(workspace);
  if (!known) return;
  if (bytes !== null) known.bytes += bytes;
  else if (known.tookMs < SOON_MS) known.freshUntil = 0;
}

async function measure(workspace: string): Promise<number> {
  const begunAt = performance.now();
  const bytes = await sizeOfFolder(Buffer.from(workspace));
  const now = performance.now();
  const tookMs = now - begunAt;
  sizes().set(workspace, { bytes, freshUntil: now + Math.max(FRESH_MS, tookMs * TIMES_AS_LONG), tookMs });
  return bytes;
}

/** Links count as what they are. What vanishes, or may not be read, counts nothing. One folder at a time: a command can make very many of them. */
async function sizeOfFolder(folder: Buffer): Promise<number> {
  const names = await readdir(folder, { encoding: "buffer" }).catch(() => []);
  let bytes = 0;
  for (let from = 0; from < names.length; from += SIDE_BY_SIDE) {
    const entries = names.slice(from, from + SIDE_BY_SIDE).map(async (name) => {
      const entry = Buffer.concat([folder, Buffer.from(path.sep), name]);
      return { entry, found: await lstat(entry).catch(() => null) };
    });
    for (const { entry, found } of await Promise.all(entries)) {
      bytes += (found?.blocks ?? 0) * BLOCK_BYTES;
      if (found?.isDirectory()) bytes += await sizeOfFolder(entry);
    }
  }
  return bytes;
}

function sizes(): Map<string, Known> {
  return singleton("workspace-sizes", () => new Map<string, Known>());
}

import { createWriteStream, mkdirSync } from "node:fs";
import { open, readdir, rm, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { env } from "#lib/env.ts";
import { notFound } from "#lib/errors.ts";
import { systemCode } from "#lib/files/file-problem.ts";
import { isUuid, type TenantId, type ToolCallId } from "#lib/ids.ts";
import { singleton } from "#lib/singleton.ts";

const KEPT_DAYS = 30;
const SWEEP_EVERY_MS = 3_600_000;
const MAX_PAGE_BYTES = 1024 * 1024;

/** A file that takes the whole output of one command. `close` says whether all of it is on the disk. */
export interface OutputLog {
  write(chunk: Buffer): void;
  close(): Promise<boolean>;
}

/**
 * Opens the file for the output of a tool call: `DATA_DIR/command-output/<organization>/<call>`, outside every workspace. Files older
 * than 30 days are removed on the way, at most once an hour. A disk that is full costs the file, never the command.
 */
export function openOutputLog(tenantId: TenantId, callId: ToolCallId): OutputLog {
  const folder = outputFolder(tenantId);
  let isWhole = true;
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch {
    // The stream fails for the same reason and says so.
  }
  void sweepOldLogs(folder);
  const stream = createWriteStream(join(folder, callId), { flags: "w", mode: 0o600 });
  stream.on("error", () => {
    isWhole = false;
  });
  return {
    // What waits to be written is bounded by the limit on the output of a command.
    write: (chunk) => {
      if (isWhole) stream.write(chunk);
    },
    close: () =>
      new Promise((done) => {
        if (stream.closed) done(isWhole);
        else stream.once("close", () => done(isWhole)).end();
      }),
  };
}

export interface OutputPage {
  bytes: Buffer;
  totalBytes: number;
  /** Where to go on reading; null at the end. */
  nextOffset: number | null;
}

/**
 * A part of what a command wrote, as bytes: at most 1 MiB from `offset` on. The caller may see this organization's calls.
 * @throws AppError `not_found` for a call without a file: another tool, another organization, or older than 30 days.
 */
export async function readOutputLog(tenantId: TenantId, callId: ToolCallId, offset = 0): Promise<OutputPage> {
  if (!isUuid(callId)) throw notFound("output");
  const file = await open(join(outputFolder(tenantId), callId), "r").catch((error: unknown) => {
    throw systemCode(error) === "ENOENT" ? notFound("output") : error;
  });
  try {
    const { size } = await file.stat();
    const length = Math.max(0, Math.min(MAX_PAGE_BYTES, size - offset));
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, offset);
    const end = offset + bytesRead;
    return { bytes: buffer.subarray(0, bytesRead), totalBytes: size, nextOffset: end < size ? end : null };
  } finally {
    await file.close();
  }
}

const outputFolder = (tenantId: TenantId) => join(resolve(env().DATA_DIR), "command-output", tenantId);

async function sweepOldLogs(folder: string): Promise<void> {
  const sweptAt = singleton("command-output-sweeps", () => new Map<string, number>());
  if (Date.now() - (sweptAt.get(folder) ?? 0) < SWEEP_EVERY_MS) return;
  sweptAt.set(folder, Date.now());
  const oldest = Date.now() - KEPT_DAYS * 86_400_000;
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    const status = await stat(path).catch(() => null);
    if (status && status.mtimeMs < oldest) await rm(path, { force: true }).catch(() => {});
  }
}

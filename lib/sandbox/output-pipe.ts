import { execFile } from "node:child_process";
import { closeSync, constants, mkdtempSync, openSync, rmSync } from "node:fs";
import { Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { requireProgram } from "./host.ts";

/** What a command writes, on its way to us. */
export interface OutputPipe {
  /** The end that the process inherits. Closed with `closeWriter` once it has; the reader ends when nobody holds it any more. */
  readonly writer: number;
  readonly closeWriter: () => void;
  readonly reader: Socket;
}

/** Ours to read; to write for the user that commands run as as well, when it opens it anew by `/dev/stdout`. */
const MODE = "622";

/**
 * A real pipe. What Node makes by itself for a child is a socket, which Linux opens for nobody: `> /dev/stderr` and `tee /dev/stdout`, usual in scripts,
 * fail on one. Node has no call that makes a pipe, so it is made by name, and the name is gone before anything is started.
 * Read as a socket is, since a file would be read by waiting in a thread; no connection is opened.
 */
export async function openOutputPipe(): Promise<OutputPipe> {
  const folder = mkdtempSync(join(tmpdir(), "countersign-"));
  try {
    const path = join(folder, "output");
    await promisify(execFile)(requireProgram("mkfifo"), ["-m", MODE, path]);
    // The reader first, and without waiting: a writer waits until there is one.
    const reading = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const reader = new Socket({ fd: reading, readable: true, writable: false });
    try {
      const writer = openSync(path, constants.O_WRONLY);
      return { writer, closeWriter: () => closeSync(writer), reader };
    } catch (error) {
      reader.destroy();
      throw error;
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

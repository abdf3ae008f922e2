import { mkdtempSync, openSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * A file that has no name any more, so nobody can change it and nothing is left behind. Returns a function that opens it anew: each
 * process that inherits the descriptor reads from the beginning. Whoever opens, closes.
 */
export function namelessFile(bytes: Uint8Array | string): () => number {
  const folder = mkdtempSync(join(tmpdir(), "countersign-"));
  try {
    const path = join(folder, "file");
    writeFileSync(path, bytes, { mode: 0o600 });
    const descriptor = openSync(path, "r");
    return () => openSync(`/proc/self/fd/${descriptor}`, "r");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

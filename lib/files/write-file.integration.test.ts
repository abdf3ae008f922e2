import { fork } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { parseWorkspacePath } from "./parse-path.ts";
import { writeLockFile } from "./store-folders.ts";
import { makeTestWorkspace } from "./test-workspace.ts";
import { type WriteRequest, writeWorkspaceFile } from "./write-file.ts";

function write(workspace: string, path: string, text: string, options: Omit<WriteRequest, "bytes"> = {}) {
  return writeWorkspaceFile(workspace, parseWorkspacePath(path), { bytes: Buffer.from(text), ...options });
}

describe("an expected version", () => {
  it("lets exactly one of many simultaneous writers through, in this process and in others", { timeout: 60_000 }, async () => {
    const { workspace } = makeTestWorkspace();
    const program = fileURLToPath(new URL("./counter.mjs", import.meta.url));
    await write(workspace, "count", "0");
    const workers = [1, 2, 3].map(() => fork(program, [workspace, "40"]));
    const exits = await Promise.all(workers.map((worker) => once(worker, "exit")));
    expect(exits.map(([code]) => code)).toEqual([0, 0, 0]);
    expect(readFileSync(join(workspace, "count"), "utf8")).toBe("120");

    const { version } = await write(workspace, "doc", "seen");
    const attempts = await Promise.allSettled([1, 2, 3, 4, 5].map((i) => write(workspace, "doc", `${i}`, { expectedVersion: version })));
    expect(attempts.filter((attempt) => attempt.status === "fulfilled")).toHaveLength(1);
  });
});

describe("a writer that died", () => {
  it("holds its lock for four seconds of a waiter's time, then the next one goes on", async () => {
    const { workspace } = makeTestWorkspace();
    await write(workspace, "doc", "one");
    const lockFile = writeLockFile(workspace, parseWorkspacePath("doc"));
    writeFileSync(lockFile, "a process that was killed");
    const startedAt = performance.now();
    await Promise.all([write(workspace, "doc", "two"), write(workspace, "doc", "three")]);
    expect(performance.now() - startedAt).toBeGreaterThan(3_900);
    expect(["two", "three"]).toContain(readFileSync(join(workspace, "doc"), "utf8"));
    expect(existsSync(lockFile)).toBe(false);
  });
});

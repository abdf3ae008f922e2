import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { newId, type TenantId, type ToolCallId } from "#lib/ids.ts";
import { prepareWorkspace, runCommand, sandboxStatus } from "#lib/sandbox/index.ts";

/**
 * What the sandbox adds to a command: `true` in it, workspace search and kept output included, against a bare `sh -c true`, in turns.
 * Prints one row.
 */
const ROUNDS = 60;
const GOAL_MS = 60;

const folder = mkdtempSync(join(tmpdir(), "countersign-bench-"));
process.env.DATA_DIR = folder;
const workspace = join(folder, "workspace");
await prepareWorkspace(workspace);
const { level } = await sandboxStatus();

const bare: number[] = [];
const sandboxed: number[] = [];
for (let round = 0; round < ROUNDS; round++) {
  bare.push(await timed(runBare));
  sandboxed.push(await timed(runSandboxed));
}
rmSync(folder, { recursive: true, force: true });

const [bareMs, sandboxedMs] = [quantile(bare, 0.5), quantile(sandboxed, 0.5)];
const added = sandboxedMs - bareMs;
console.log(
  `sandboxed true (${level}): ${sandboxedMs.toFixed(1)} ms, bare ${bareMs.toFixed(1)} ms, added ${added.toFixed(1)} ms at the median ` +
    `(p95 ${quantile(sandboxed, 0.95).toFixed(1)} ms); goal ${GOAL_MS} ms: ${added <= GOAL_MS ? "met" : "MISSED"}`,
);

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

function runBare(): Promise<void> {
  return new Promise((resolve, reject) => {
    spawn("/bin/sh", ["-c", "true"], { stdio: ["ignore", "pipe", "pipe"] })
      .once("error", reject)
      .once("close", () => resolve());
  });
}

function runSandboxed() {
  const signal = new AbortController().signal;
  return runCommand({ command: "true", workspace, timeoutMs: 30_000, signal, tenantId: newId<TenantId>(), callId: newId<ToolCallId>() });
}

function quantile(values: number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * share)] ?? Number.NaN;
}

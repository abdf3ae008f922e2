import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, onTestFinished } from "vitest";
import { newId, type TenantId, type ToolCallId } from "#lib/ids.ts";
import { prepareWorkspace, runCommand, type SandboxedResult } from "./index.ts";

/** Gives the tests of a file a data folder of their own. Call it before anything reads the configuration. */
export function takeDataFolder(): void {
  const folder = mkdtempSync(join(tmpdir(), "countersign-data-"));
  process.env.DATA_DIR = folder;
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
}

/** A workspace for one test, removed after it. */
export async function testWorkspace(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "countersign-workspace-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  await prepareWorkspace(folder);
  return folder;
}

/** Runs a command as the shell tool does; `text` is all that it wrote. */
export async function inSandbox(
  command: string,
  options: { workspace?: string; timeoutMs?: number; signal?: AbortSignal; onChunk?: (chunk: Buffer) => void } = {},
): Promise<SandboxedResult & { text: string }> {
  const result = await runCommand({
    command,
    workspace: options.workspace ?? (await testWorkspace()),
    timeoutMs: options.timeoutMs ?? 20_000,
    signal: options.signal ?? new AbortController().signal,
    tenantId: newId<TenantId>(),
    callId: newId<ToolCallId>(),
    onChunk: options.onChunk,
  });
  return { ...result, text: result.output.head.toString("utf8") + result.output.tail.toString("utf8") };
}

/**
 * Another machine, made of this one: its files and processes behind `changes` (arguments of bubblewrap). Runs a module there that gives
 * back one value with `print(value)`.
 */
export function onMachine(changes: string[], environment: Record<string, string> = {}) {
  return async (script: string): Promise<ReturnType<typeof JSON.parse>> => {
    const prelude = "const print = (value) => console.log(JSON.stringify(value));";
    const node = [process.execPath, "--input-type=module", "--eval", prelude + script];
    const { stdout } = await promisify(execFile)("bwrap", ["--dev-bind", "/", "/", ...changes, "--", ...node], {
      env: { ...process.env, NODE_OPTIONS: "", ...environment },
    });
    return JSON.parse(stdout);
  };
}

/** How many processes of this machine have `word` among their arguments. */
export function countProcesses(word: string): number {
  return readdirSync("/proc").filter((name) => /^\d+$/.test(name) && argumentsOf(name).includes(word)).length;
}

function argumentsOf(pid: string): string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "latin1").split("\0");
  } catch {
    return [];
  }
}

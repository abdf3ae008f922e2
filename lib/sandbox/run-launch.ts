import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { constants } from "node:os";
import { messageOf } from "#lib/errors.ts";
import type { Launch } from "./launch.ts";
import { LIMITS } from "./limits.ts";
import { type CapturedOutput, OutputCapture } from "./output-capture.ts";
import { type OutputPipe, openOutputPipe } from "./output-pipe.ts";
import { childrenOf, kill, treeMemoryBytes } from "./process-tree.ts";

/** Why a command ended. Everything but `exit` means that we killed it. */
type CommandEnd = "exit" | "timeout" | "cancelled" | "output_limit" | "memory_limit";

export interface CommandResult {
  end: CommandEnd;
  /** As the shell reports it: 128 + n after signal n. Null when we killed the command. */
  exitCode: number | null;
  durationMs: number;
  output: CapturedOutput;
}

/** The sandbox itself could not start; `message` holds its own words. */
export class SandboxStartFailed extends Error {}

export interface RunLimits {
  timeoutMs: number;
  signal?: AbortSignal;
  /** Every chunk as it comes, stdout and stderr as the command wrote them. */
  onChunk?: (chunk: Buffer) => void;
}

const MEMORY_CHECK_MS = 500;
const MAX_COMPLAINT_BYTES = 4_096;
/** How long the pipes may stay open after the last process should be dead, before they are closed from here. */
const DRAIN_MS = 1_000;

/**
 * Starts the process and waits until it and everything that it started is gone. Standard input is empty. Memory stays bounded whatever
 * the command writes.
 * @throws SandboxStartFailed; any other error when what the command writes cannot be read any more: it was killed, and may have acted
 */
export async function runLaunch(launch: Launch, limits: RunLimits): Promise<CommandResult> {
  const startedAt = performance.now();
  const pipe = await openPipe(launch);
  const child = start(launch, pipe);
  const capture = new OutputCapture();
  let complaint = "";
  let end: CommandEnd = "exit";
  const stop = (reason: CommandEnd) => {
    if (end !== "exit" || child.exitCode !== null || child.signalCode !== null) return;
    end = reason;
    killAll(child, launch);
  };

  const timer = setTimeout(() => stop("timeout"), limits.timeoutMs);
  const watch = setInterval(() => {
    if (child.pid && treeMemoryBytes(child.pid) > LIMITS.memoryBytes) stop("memory_limit");
  }, MEMORY_CHECK_MS);
  const cancel = () => stop("cancelled");
  limits.signal?.addEventListener("abort", cancel, { once: true });
  if (limits.signal?.aborted) cancel();

  pipe.reader.on("data", (chunk: Buffer) => {
    if (capture.totalBytes >= LIMITS.outputBytes) return;
    const kept = chunk.subarray(0, LIMITS.outputBytes - capture.totalBytes);
    capture.add(kept);
    limits.onChunk?.(kept);
    if (capture.totalBytes >= LIMITS.outputBytes) stop("output_limit");
  });
  child.stderr?.on("data", (chunk: Buffer) => {
    if (complaint.length < MAX_COMPLAINT_BYTES) complaint += chunk.toString("utf8");
  });

  try {
    const exitCode = await ended(child, launch, pipe);
    if (end === "exit" && exitCode !== 0 && complaint !== "" && capture.totalBytes === 0) throw new SandboxStartFailed(complaint.trim());
    const durationMs = Math.round(performance.now() - startedAt);
    return { end, exitCode: end === "exit" ? exitCode : null, durationMs, output: capture.finish() };
  } finally {
    pipe.reader.destroy();
    clearTimeout(timer);
    clearInterval(watch);
    limits.signal?.removeEventListener("abort", cancel);
  }
}

async function openPipe(launch: Launch): Promise<OutputPipe> {
  try {
    return await openOutputPipe();
  } catch (error) {
    launch.release();
    throw new SandboxStartFailed(messageOf(error), { cause: error });
  }
}

function start(launch: Launch, pipe: OutputPipe): ChildProcess {
  try {
    return spawn(launch.file, [...launch.arguments], {
      env: exactly(launch.environment),
      cwd: launch.folder,
      detached: launch.isGroup,
      stdio: ["ignore", pipe.writer, "pipe", ...launch.inherited],
      ...launch.user,
    });
  } catch (error) {
    pipe.reader.destroy();
    throw new SandboxStartFailed(messageOf(error), { cause: error });
  } finally {
    pipe.closeWriter();
    launch.release();
  }
}

/** Next.js types every environment as holding NODE_ENV; the one of a command holds what the launch says and nothing else. */
function exactly(environment: Launch["environment"]): NodeJS.ProcessEnv {
  return environment as NodeJS.ProcessEnv;
}

/**
 * In the sandbox, killing pid 1 of its process namespace makes the kernel kill all others, and bubblewrap ends when they are gone. It is
 * killed as well, in case it had not come so far.
 */
function killAll(child: ChildProcess, launch: Launch): void {
  const { pid } = child;
  if (pid === undefined) return;
  if (launch.isGroup) {
    kill(-pid);
    return;
  }
  const inner = childrenOf(pid);
  inner.forEach(kill);
  if (inner.length === 0) kill(pid);
  else setTimeout(() => child.kill("SIGKILL"), DRAIN_MS / 2).unref();
}

/** The exit code, once the process has ended and its output is read to the end. A signal counts as the shell counts it. */
async function ended(child: ChildProcess, launch: Launch, { reader }: OutputPipe): Promise<number> {
  const isRead = once(reader, "close").catch((error: unknown) => {
    killAll(child, launch);
    throw error;
  });
  child.once("exit", () => {
    if (launch.isGroup && child.pid) kill(-child.pid);
    setTimeout(() => {
      reader.destroy();
      child.stderr?.destroy();
    }, DRAIN_MS).unref();
  });
  const isClosed = once(child, "close").catch((error: unknown) => {
    throw new SandboxStartFailed(messageOf(error), { cause: error });
  });
  // Both, so that nothing of it is left when this fails.
  await Promise.allSettled([isClosed, isRead]);
  const [[code, signal]] = await Promise.all([isClosed, isRead]);
  return code ?? 128 + signalNumber(signal);
}

function signalNumber(signal: NodeJS.Signals | null): number {
  return signal ? constants.signals[signal] : 0;
}

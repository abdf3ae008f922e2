import { messageOf } from "#lib/errors.ts";
import type { TenantId, ToolCallId } from "#lib/ids.ts";
import { launchInBubblewrap, launchWithoutSandbox } from "./launch.ts";
import { type OutputLog, openOutputLog } from "./output-log.ts";
import { prepareWorkspace } from "./prepare-workspace.ts";
import type { SandboxLevel } from "./profile.ts";
import { type CommandResult, runLaunch, SandboxStartFailed } from "./run-launch.ts";
import { sandboxStatus } from "./sandbox-status.ts";

export interface CommandRequest {
  /** What `/bin/sh -c` gets. No NUL. */
  command: string;
  /** Absolute path of the organization's folder: the only one that the command can write to. */
  workspace: string;
  /** What a file may grow to, when that is less than 64 MiB; nothing holds it where there is no sandbox. */
  fileBytes?: number;
  /** Wall-clock limit; then everything that the command started is killed. */
  timeoutMs: number;
  signal: AbortSignal;
  /** Whose output it is: it is kept in full under this name. */
  tenantId: TenantId;
  callId: ToolCallId;
  /** Every chunk as it comes, stdout and stderr as the command wrote them. */
  onChunk?: (chunk: Buffer) => void;
}

export interface SandboxedResult extends CommandResult {
  sandbox: SandboxLevel;
  /** Where `readOutputLog` finds the whole output; null when the disk did not take it. */
  logId: ToolCallId | null;
}

/** There is no sandbox, and nobody chose to go without. The message says why and what to do. */
export class SandboxUnavailable extends Error {}

/**
 * Runs one command for a tool: the only way in the product to start a process for one. In a sandbox of its own, which ends with the
 * command; without one only where `SANDBOX=none` says so.
 * @throws SandboxUnavailable, UnsearchableWorkspace
 */
export async function runCommand(request: CommandRequest): Promise<SandboxedResult> {
  const status = await requireSandbox();
  await prepareWorkspace(request.workspace);
  const launch = status.profile ? await launchInBubblewrap(status.profile, request) : launchWithoutSandbox(request);
  const log = openOutputLog(request.tenantId, request.callId);
  try {
    const result = await runLaunch(launch, { ...request, onChunk: (chunk) => keep(log, request, chunk) });
    return { ...result, sandbox: status.level, logId: (await log.close()) ? request.callId : null };
  } catch (error) {
    await log.close();
    if (!(error instanceof SandboxStartFailed)) throw error;
    await sandboxStatus({ isFresh: true });
    throw new SandboxUnavailable(`The sandbox did not start: ${messageOf(error)}`, { cause: error });
  }
}

/**
 * The sandbox that a command would get now.
 * @throws SandboxUnavailable
 */
export async function requireSandbox() {
  const status = await sandboxStatus();
  if (status.level === "none" && !status.isAccepted) {
    throw new SandboxUnavailable([status.summary, status.fix].filter(Boolean).join(" "));
  }
  return status;
}

function keep(log: OutputLog, request: CommandRequest, chunk: Buffer): void {
  log.write(chunk);
  request.onChunk?.(chunk);
}

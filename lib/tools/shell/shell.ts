import { z } from "zod";
import { noteWritten, workspaceRoom } from "#lib/files/workspace-room.ts";
import { requireSandbox, runCommand, SandboxUnavailable, UnsearchableWorkspace } from "#lib/sandbox/index.ts";
import { analyzeShellCommand, findBlockedCommand } from "#lib/shell-analysis/index.ts";
import { type CallPart, defineTool, type ToolContext } from "#lib/tools/define-tool.ts";
import { ToolFailure, ToolRefusal, type ToolResult } from "#lib/tools/outcome.ts";
import { noRoomWords } from "../room-words.ts";
import { liveOutput } from "./live-output.ts";
import { MAX_RESULT_CHARS, renderResult } from "./render-result.ts";

const MAX_TIMEOUT_MS = 30_000;
const MAX_COMMAND_CHARS = 20_000;
/** Of a part of a command, in the reason of a verdict. */
const MAX_TOLD_CHARS = 200;
/** More than the longest command, so that its own limit comes first and what it wrote until then is not lost. */
const EXECUTION_LIMIT_MS = MAX_TIMEOUT_MS + 2_000;

const input = z.strictObject({
  command: z.string().min(1).max(MAX_COMMAND_CHARS).describe("Shell text for /bin/sh -c, run in the workspace folder."),
  timeoutMs: z.int().min(1_000).max(MAX_TIMEOUT_MS).optional().describe("Time limit in milliseconds; 30,000 when left out."),
});
type ShellInput = z.output<typeof input>;

/** Runs a command of `/bin/sh` in a sandbox over the organization's workspace. A command that fails is a result: its exit code says so. */
export const shellTool = defineTool({
  name: "shell",
  version: 1,
  title: "Shell",
  description:
    "Use it to run a command of /bin/sh in the workspace, when the file tool is not enough: searching, building, testing, converting. " +
    "Returns the exit code, the duration and what the command wrote, at most 10,000 characters with the middle cut out; write longer output " +
    "to a file and read that in parts. Limits: 30 seconds, no network, no input from a terminal; only the workspace and /tmp can be written, " +
    "nothing keeps running afterwards, and commands that delete, format, stop or download (rm, dd, kill, curl and the like) are refused. " +
    "A person is asked before it runs.",
  category: "system",
  tags: ["command", "workspace"],
  effect: "irreversible",
  requiresApproval: true,
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false },
  input,
  timeoutMs: EXECUTION_LIMIT_MS,
  limits: { timeoutMs: MAX_TIMEOUT_MS, resultChars: MAX_RESULT_CHARS, commandChars: MAX_COMMAND_CHARS, network: "none" },
  summarize: ({ command }) => `Run: ${command}`,
  partsOf,
  runsFiles: async ({ command }) => (await analyzeShellCommand(command)).runs,
  check: refuseBlocked,
  prepare,
  run,
});

/** What cannot be read beforehand is a part as well, of which nothing is known: no rule on how a command begins, or does not begin, lets it through. */
async function partsOf(input: ShellInput): Promise<CallPart[]> {
  const { acts, bareActs, unreadable } = await analyzeShellCommand(input.command);
  const partOf = (command: string): CallPart => ({
    input: { ...input, command },
    words: `This is about a part of the command: ${command.slice(0, MAX_TOLD_CHARS).toWellFormed()}`,
  });
  const parts = [...acts.map(partOf), ...bareActs.map((command) => ({ ...partOf(command), isOtherName: true }))];
  if (unreadable === null) return parts;
  const words = `A part of the command cannot be known beforehand: ${unreadable}.`;
  return [...parts, { input: { ...input, command: "" }, words, unknown: "/command" }];
}

async function refuseBlocked({ command }: ShellInput): Promise<void> {
  if (command.trim() === "") throw new ToolRefusal("invalid_arguments", "The command is empty.");
  if (command.includes("\0")) throw new ToolRefusal("invalid_arguments", "The command contains a NUL character.");
  const { names } = await analyzeShellCommand(command);
  const blocked = findBlockedCommand(names);
  if (blocked) throw new ToolRefusal("blocked_command", `This command is blocked because it runs "${blocked}". Nothing was run.`);
}

/** What the files of the workspace may still grow by. A command in a full one can read and make room; without a sandbox nothing would hold it. */
async function prepare(_: ShellInput, { workspace, workspaceBytes }: ToolContext): Promise<number> {
  const { profile } = await requireSandbox().catch(refuseWithoutSandbox);
  const room = await workspaceRoom(workspace, workspaceBytes);
  if (room === 0 && workspaceBytes !== null && profile === null) throw new ToolRefusal("tool_not_allowed", noRoomWords(workspaceBytes));
  return room;
}

function refuseWithoutSandbox(error: unknown): never {
  if (error instanceof SandboxUnavailable) throw new ToolRefusal("sandbox_unavailable", error.message, { cause: error });
  throw error;
}

async function run({ command, timeoutMs = MAX_TIMEOUT_MS }: ShellInput, context: ToolContext, room: number): Promise<ToolResult> {
  const result = await runCommand({
    command,
    timeoutMs,
    workspace: context.workspace,
    fileBytes: room,
    signal: context.signal,
    tenantId: context.tenant.tenantId,
    callId: context.callId,
    onChunk: context.onOutput && liveOutput(context.onOutput, MAX_RESULT_CHARS),
  }).catch(explain);
  noteWritten(context.workspace, null);
  const { data, text: told } = renderResult(result);
  const text =
    room === 0 && context.workspaceBytes !== null ? `${told}\n[No file could grow. ${noRoomWords(context.workspaceBytes)}]` : told;
  if (result.end === "cancelled") throw context.signal.reason;
  if (result.end === "timeout") throw new ToolFailure("tool_timeout", text, { retryable: true, data });
  return { data, text, truncated: data.droppedBytes > 0 || result.end === "output_limit" };
}

function explain(error: unknown): never {
  if (error instanceof SandboxUnavailable) throw new ToolFailure("sandbox_unavailable", error.message, { cause: error });
  if (error instanceof UnsearchableWorkspace) throw new ToolFailure("workspace_unsearchable", error.message, { cause: error });
  throw error;
}

import { z } from "zod";
import { refuseBlockedPath } from "#lib/files/check-path.ts";
import { FileProblem } from "#lib/files/file-problem.ts";
import { formatPath, MAX_PATH_CHARS, parseWorkspacePath, type WorkspacePath } from "#lib/files/parse-path.ts";
import { readWorkspaceFile } from "#lib/files/read-file.ts";
import { workspaceRoom } from "#lib/files/workspace-room.ts";
import { type CallPart, defineTool, type ToolContext } from "#lib/tools/define-tool.ts";
import { ToolFailure, ToolRefusal, type ToolResult } from "#lib/tools/outcome.ts";
import { noRoomWords } from "../room-words.ts";
import { listPage } from "./list-page.ts";
import { readPage } from "./read-page.ts";
import { writeText } from "./write-text.ts";

const input = z.strictObject({
  action: z.enum(["read", "write", "list"]),
  path: z
    .string()
    .max(MAX_PATH_CHARS)
    .describe('Relative to the workspace, parts divided by "/": "notes/today.md". The workspace itself is ".".'),
  content: z.string().max(4_000_000).optional().describe("For write: the whole new content of the file."),
  expectedVersion: z
    .string()
    .max(128)
    .optional()
    .describe("For write: the version that you read. If the file has changed since, nothing is written and you get version_conflict."),
  offset: z
    .int()
    .min(0)
    .max(10_000_000)
    .optional()
    .describe("For read and list: where to go on, the cursor of the result before. Characters for read, entries for list."),
});
export type FileSystemInput = z.output<typeof input>;

/** Reads, writes and lists files of the organization's workspace. Every access is the walk of `lib/files`. */
export const fileSystemTool = defineTool<typeof input, WorkspacePath>({
  name: "file_system",
  version: 1,
  title: "Files",
  description:
    "Use it to read, write or list files in the workspace that your team shares. Read returns the text with its version, 50,000 characters a result " +
    "(go on with offset); write replaces the whole file, makes missing folders, and returns the old and the new version; list returns name, kind, size and " +
    "time of each entry of one folder, 1,000 a result. Limits: 1 MiB a file; no absolute paths, no .., no links; .env, .git and appsettings.Production.json are closed.",
  category: "files",
  tags: ["files", "workspace", "read", "write"],
  effect: "write",
  effectOf: ({ action }) => (action === "write" ? "write" : "read"),
  requiresApproval: false,
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  input,
  limits: {
    fileSize: "1 MiB",
    charactersPerRead: 50_000,
    entriesPerList: 1_000,
    keptVersions: 20,
    closed: ".env, .git, appsettings.Production.json",
  },
  // A write that happened is recognised by its content when it is repeated.
  idempotent: true,
  concurrent: true,
  partsOf,
  summarize: ({ action, path }) => `${VERBS[action]} ${path}`,
  check: (call) => {
    refuseMeaningless(call, checkedPath(call.path));
  },
  prepare: async ({ action, path, content = "" }, { workspace, workspaceBytes }) => {
    const parsed = checkedPath(path);
    refusing(() => refuseBlockedPath(workspace, parsed, action === "write" ? "write" : "read"));
    if (action === "write") await refuseWithoutRoom(workspace, parsed, Buffer.byteLength(content), workspaceBytes);
    return parsed;
  },
  run: async (call, context, path) => {
    context.signal.throwIfAborted();
    try {
      return await perform(call, context, path);
    } catch (error) {
      throw failureOf(error);
    }
  },
});

/** A rule on `secrets/` is one on `./secrets//` as well. What is no path is refused by `check`, in its own words. */
async function partsOf(call: FileSystemInput): Promise<CallPart[]> {
  const path = walkedPath(call.path);
  return path === null || path === call.path ? [] : [{ input: { ...call, path }, words: `This is about the path that is meant: ${path}` }];
}

function walkedPath(path: string): string | null {
  try {
    return formatPath(parseWorkspacePath(path));
  } catch (error) {
    if (error instanceof FileProblem) return null;
    throw error;
  }
}

const VERBS = { read: "Read", write: "Write", list: "List" } as const;

function perform(call: FileSystemInput, context: ToolContext, path: WorkspacePath): ToolResult | Promise<ToolResult> {
  switch (call.action) {
    case "read":
      return readPage(context.workspace, path, call.offset ?? 0);
    case "list":
      return listPage(context.workspace, path, call.offset ?? 0);
    case "write":
      return writeText(context.workspace, path, call, context.signal);
  }
}

/** Values that say nothing (empty text, offset 0) are let through: some models fill in every field. */
function refuseMeaningless({ action, path: named, content, expectedVersion, offset }: FileSystemInput, path: WorkspacePath): void {
  const refuse = (message: string) => new ToolRefusal("invalid_arguments", message);
  if (action !== "list" && path.length === 0) throw refuse(`path: this is the workspace itself, a folder; name a file to ${action}`);
  if (action === "write") {
    if (content === undefined) throw refuse("content: needed to write (empty text makes an empty file)");
    if (offset) throw refuse("offset: a write replaces the whole file; leave offset out");
    if (/\/\.?$/.test(named)) throw refuse("path: a path that ends with / names a folder; folders are made with the first file in them");
    return;
  }
  if (content) throw refuse(`content: only for write, not for ${action}`);
  if (expectedVersion) throw refuse(`expectedVersion: only for write, not for ${action}`);
}

function checkedPath(path: string): WorkspacePath {
  return refusing(() => parseWorkspacePath(path));
}

/** A write that makes nothing larger is always let through: it is how a full workspace is emptied. */
async function refuseWithoutRoom(workspace: string, path: WorkspacePath, bytes: number, limit: number | null): Promise<void> {
  if (limit === null || bytes <= (await workspaceRoom(workspace, limit))) return;
  if (bytes <= sizeNow(workspace, path) || bytes <= (await workspaceRoom(workspace, limit, { isExact: true }))) return;
  throw new ToolRefusal("tool_not_allowed", noRoomWords(limit));
}

/** 0 for what is not there, or cannot be read: the write itself says so. */
function sizeNow(workspace: string, path: WorkspacePath): number {
  try {
    return readWorkspaceFile(workspace, path).bytes.length;
  } catch (error) {
    if (error instanceof FileProblem) return 0;
    throw error;
  }
}

/** Before execution: what the path rules say no to is a refusal, not a failure. */
function refusing<T>(decide: () => T): T {
  try {
    return decide();
  } catch (error) {
    if (!(error instanceof FileProblem)) throw error;
    if (error.code === "blocked_path") throw new ToolRefusal("blocked_path", error.message, { cause: error });
    throw new ToolRefusal("invalid_arguments", `path: ${error.message}`, { cause: error });
  }
}

/** During execution: also a link that appeared since the check is what the handler found. */
function failureOf(error: unknown): unknown {
  if (!(error instanceof FileProblem)) return error;
  return new ToolFailure(error.code, error.message, { retryable: error.code === "busy", data: error.facts, cause: error });
}

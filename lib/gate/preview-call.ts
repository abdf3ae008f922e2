import type { CallPreview, CurrentFile, ShownDraft } from "#lib/approvals/call-preview.ts";
import type { TenantContext } from "#lib/context.ts";
import { getDraft } from "#lib/drafts/get-draft.ts";
import { OPEN_STATES } from "#lib/drafts/states.ts";
import { AppError } from "#lib/errors.ts";
import { FileProblem } from "#lib/files/file-problem.ts";
import { parseWorkspacePath } from "#lib/files/parse-path.ts";
import { readWorkspaceFile } from "#lib/files/read-file.ts";
import { parseDraftId } from "#lib/ids.ts";
import { sandboxStatus, WORKSPACE_INSIDE } from "#lib/sandbox/index.ts";
import { analyzeShellCommand } from "#lib/shell-analysis/index.ts";
import { workspaceOf } from "./workspace.ts";

const MAX_COMPARED_BYTES = 200_000;

/** Looks at the world without changing it. Never throws for what the arguments say: they were refused already if they are wrong. */
export async function previewCall(
  ctx: TenantContext,
  call: { tool: string; status: string; input: unknown; editedInput: unknown },
): Promise<CallPreview> {
  if (call.status !== "pending") return null;
  const input = (call.editedInput ?? call.input) as {
    action?: unknown;
    path?: unknown;
    command?: unknown;
    draftId?: unknown;
    version?: unknown;
  };
  if (call.tool === "shell") {
    const [{ level, summary }, { unreadable }] = await Promise.all([sandboxStatus(), analyzeShellCommand(String(input.command))]);
    const folder = level === "none" ? await workspaceOf(ctx.tenantId) : WORKSPACE_INSIDE;
    return { kind: "command", folder, sandbox: { level, summary }, unseen: unreadable };
  }
  if (call.tool === "file_system" && input.action === "write" && typeof input.path === "string") {
    return { kind: "write", current: currentFile(await workspaceOf(ctx.tenantId), input.path) };
  }
  if (call.tool === "send_draft") return { kind: "draft", draft: await shownDraft(ctx, input) };
  return null;
}

/** Null: there is no such draft. */
async function shownDraft(ctx: TenantContext, { draftId, version }: { draftId?: unknown; version?: unknown }): Promise<ShownDraft | null> {
  try {
    const { destination, text, state, version: current } = await getDraft(ctx, parseDraftId(draftId));
    const isAsAsked = current === version && OPEN_STATES.includes(state) && !destination.isRemoved;
    return { destination: destination.name, text, isAsAsked };
  } catch (error) {
    if (error instanceof AppError && error.code === "not_found") return null;
    throw error;
  }
}

function currentFile(workspace: string, path: string): CurrentFile {
  try {
    const { bytes, version } = readWorkspaceFile(workspace, parseWorkspacePath(path));
    if (bytes.length > MAX_COMPARED_BYTES)
      return { state: "unshown", why: `The file has ${bytes.length} bytes now, too many to compare here.` };
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    return { state: "text", text, version };
  } catch (error) {
    if (error instanceof FileProblem) return error.code === "not_found" ? { state: "none" } : { state: "unshown", why: error.message };
    if (error instanceof TypeError) return { state: "unshown", why: "The file is not text now." };
    throw error;
  }
}

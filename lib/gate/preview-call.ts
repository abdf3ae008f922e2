import type { CallPreview, CurrentFile } from "#lib/approvals/call-preview.ts";
import type { TenantContext } from "#lib/context.ts";
import { FileProblem } from "#lib/files/file-problem.ts";
import { parseWorkspacePath } from "#lib/files/parse-path.ts";
import { readWorkspaceFile } from "#lib/files/read-file.ts";
import { sandboxStatus, WORKSPACE_INSIDE } from "#lib/sandbox/index.ts";
import { analyzeShellCommand } from "#lib/shell-analysis/index.ts";
import type { BoundFile } from "#lib/tool-calls/bound-file.ts";
import { previewFiles } from "./preview-files.ts";
import { shownDocument, shownDraft } from "./shown-texts.ts";
import { workspaceOf } from "./workspace.ts";

const MAX_COMPARED_BYTES = 200_000;

/** Looks at the world without changing it. Never throws for what the arguments say: they were refused already if they are wrong. */
export async function previewCall(
  ctx: TenantContext,
  call: { tool: string; status: string; input: unknown; editedInput: unknown; files: readonly BoundFile[] | null },
): Promise<CallPreview> {
  if (call.status !== "pending") return null;
  const input = (call.editedInput ?? call.input) as Record<string, unknown>;
  if (call.tool === "shell") {
    const [{ level, summary }, { unreadable, runs }] = await Promise.all([sandboxStatus(), analyzeShellCommand(String(input.command))]);
    const workspace = await workspaceOf(ctx.tenantId);
    const files = runs.files.length > 0 ? await previewFiles(workspace, runs.files, call.files) : [];
    const folder = level === "none" ? workspace : WORKSPACE_INSIDE;
    return { kind: "command", folder, sandbox: { level, summary }, unseen: unreadable, files, unbound: runs.unnamed };
  }
  if (call.tool === "file_system" && input.action === "write" && typeof input.path === "string") {
    return { kind: "write", current: currentFile(await workspaceOf(ctx.tenantId), input.path) };
  }
  if (call.tool === "document" && input.action === "update") {
    return { kind: "document", document: await shownDocument(ctx, input, MAX_COMPARED_BYTES) };
  }
  if (call.tool === "send_draft") return { kind: "draft", draft: await shownDraft(ctx, input) };
  return null;
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

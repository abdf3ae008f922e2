import { blockedNameRule, comparableName } from "./blocked-names.ts";
import { FileProblem } from "./file-problem.ts";
import { isTemporaryName } from "./temporary-name.ts";

export const MAX_PATH_CHARS = 4096;
const MAX_NAME_BYTES = 255;
const MAX_DEPTH = 64;

declare const brand: unique symbol;
/** A path whose every part passed the rules below: the names from the workspace's root down; empty for the root itself. */
export type WorkspacePath = readonly string[] & { readonly [brand]: "workspace path" };

/**
 * Reads a path as callers write it, relative to the workspace, parts divided by `/`. `.` parts and doubled slashes are dropped;
 * everything else is taken literally (`%2e%2e` is a name). Touches nothing.
 * @throws FileProblem `invalid_path` for what is no path, `blocked_path` for what would leave the workspace or is blocked by name.
 */
export function parseWorkspacePath(path: string): WorkspacePath {
  if (path === "") throw new FileProblem("invalid_path", 'The path is empty. The workspace itself is ".".');
  if (path.length > MAX_PATH_CHARS) {
    throw new FileProblem("invalid_path", `The path has ${path.length} characters; ${MAX_PATH_CHARS} is the limit.`);
  }
  refuseForeignForms(path);
  const parts = path.split("/").filter((part) => part !== "" && part !== ".");
  if (parts.length > MAX_DEPTH) {
    throw new FileProblem("invalid_path", `The path is ${parts.length} levels deep; ${MAX_DEPTH} is the limit.`);
  }
  for (const part of parts) refuseName(part);
  return parts as readonly string[] as WorkspacePath;
}

/** A path as people read it. */
export function formatPath(path: WorkspacePath): string {
  return path.length === 0 ? "." : path.join("/");
}

function refuseForeignForms(path: string): void {
  if (/\p{Cc}/u.test(path)) throw new FileProblem("invalid_path", "The path contains a control character.");
  if (!path.isWellFormed()) throw new FileProblem("invalid_path", "The path is not valid Unicode text.");
  if (path.startsWith("/")) throw blocked("absolute paths are refused; write it relative to the workspace");
  if (path.includes("\\")) throw blocked("backslashes are refused; divide the parts by /");
  if (path.startsWith("~")) throw blocked("home folders are refused; write it relative to the workspace");
  if (/^(file:|[a-z][a-z0-9+.-]*:\/)/i.test(path)) throw blocked("addresses are refused; write a path of the workspace");
}

function refuseName(name: string): void {
  if (Buffer.byteLength(name) > MAX_NAME_BYTES) {
    throw new FileProblem("invalid_path", `A name in the path has more than ${MAX_NAME_BYTES} bytes.`);
  }
  // Also the one-character look-alikes of ".." and "/" (U+2025, U+FF0F): some file systems decompose them.
  if (comparableName(name) === "") throw blocked(`"${name}" names no file; ".." and its like are refused`);
  if (/[/\\]/.test(name.normalize("NFKC"))) throw blocked(`"${name}" contains a look-alike of a path separator`);
  // A file of such a name would not be listed, and would be cleared away.
  if (isTemporaryName(name)) throw blocked(`"${name}" is a name that writes under way have`);
  const rule = blockedNameRule(name);
  if (rule) throw blocked(rule);
}

function blocked(reason: string): FileProblem {
  return new FileProblem("blocked_path", `This path is blocked: ${reason}.`);
}

/**
 * Why a file operation was not done.
 * - `invalid_path`: not a path of a workspace at all (empty, NUL, too long, too deep).
 * - `blocked_path`: a path that nobody may use here: it leaves the workspace, meets a link, or is blocked by its name.
 * - `version_conflict`: the file is not what the caller last saw; `facts` names `expected` and `current` (null: no such file).
 * - `busy`: another writer holds the file or keeps changing it; the same call may succeed a moment later.
 * - `storage_failed`: the disk said no (full, read-only, no permission).
 * After every one of them each file of the workspace is as it was; a write may have made missing parent folders.
 */
export type FileProblemCode =
  | "invalid_path"
  | "blocked_path"
  | "not_found"
  | "not_a_file"
  | "not_a_folder"
  | "too_large"
  | "version_conflict"
  | "busy"
  | "storage_failed";

/** A file operation that was refused or could not be done. `message` is one sentence for a person and for the model. */
export class FileProblem extends Error {
  readonly code: FileProblemCode;
  readonly facts: Record<string, unknown> | null;

  constructor(code: FileProblemCode, message: string, options: { facts?: Record<string, unknown>; cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.name = "FileProblem";
    this.code = code;
    this.facts = options.facts ?? null;
  }
}

/** The `code` of an error of the operating system (`ENOENT`), or undefined for anything else. */
export function systemCode(error: unknown): string | undefined {
  return error instanceof Error && "errno" in error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}

/** What to throw for an error of the file system that has no better name. Its own message would show folders of the server. */
export function storageProblem(error: unknown, path: string): unknown {
  const code = systemCode(error);
  if (error instanceof FileProblem || code === undefined) return error;
  // What is held open can still lose its place in the tree.
  if (code === "ENOENT") return new FileProblem("busy", `"${path}" was removed while it was used. Try again.`, { cause: error });
  return new FileProblem("storage_failed", `"${path}" could not be used: ${SENTENCES[code] ?? `the file system answered ${code}`}.`, {
    cause: error,
  });
}

const SENTENCES: Record<string, string> = {
  EACCES: "the server has no permission for it",
  EPERM: "the server has no permission for it",
  ENOSPC: "the disk is full",
  EDQUOT: "the disk quota is used up",
  EROFS: "the disk is read-only",
  EMFILE: "the server has too many files open",
  ENFILE: "the server has too many files open",
};

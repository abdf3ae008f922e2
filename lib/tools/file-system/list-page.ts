import { type FolderEntry, listWorkspaceFolder } from "#lib/files/list-folder.ts";
import { formatPath, type WorkspacePath } from "#lib/files/parse-path.ts";
import { ToolFailure, type ToolResult } from "#lib/tools/outcome.ts";

const MAX_ENTRIES = 1_000;
const MAX_CHARS = 50_000;

/**
 * The entries of one folder from number `offset` on: 1,000 of them, or as many as fit in 50,000 characters.
 * @throws ToolFailure `offset_past_end`; FileProblem.
 */
export async function listPage(workspace: string, path: WorkspacePath, offset: number): Promise<ToolResult> {
  const { entries: found, total } = await listWorkspaceFolder(workspace, path, { offset, limit: MAX_ENTRIES });
  if (offset > total)
    throw new ToolFailure("offset_past_end", `offset: the folder has ${total} ${total === 1 ? "entry" : "entries"}.`, { data: { total } });
  const lines = fitting(found.map(lineOf));
  const end = offset + lines.length;
  const isMore = end < total;
  const name = formatPath(path);
  const range = isMore || offset > 0 ? `${offset}–${end} of ${total}` : total;
  const headline = `${name === "." ? "The workspace" : name} · ${range} ${total === 1 ? "entry" : "entries"}`;
  const entries = found.slice(0, lines.length).map((entry) => ({ ...entry, modifiedAt: entry.modifiedAt.toISOString() }));
  return {
    data: { path: name, total, offset, entries },
    text: [isMore ? `${headline}. Go on with offset ${end}.` : headline, ...lines].join("\n"),
    truncated: isMore,
    ...(isMore && { cursor: end }),
  };
}

/** As many lines from the first on as fit; at least one. */
function fitting(lines: string[]): string[] {
  let chars = 0;
  const end = lines.findIndex((line, index) => {
    chars += line.length + 1;
    return chars > MAX_CHARS && index > 0;
  });
  return end < 0 ? lines : lines.slice(0, end);
}

function lineOf({ name, type, size, modifiedAt, isBlocked }: FolderEntry): string {
  const kind = type === "file" ? (size === null ? "file" : `${size} bytes`) : type;
  const time = modifiedAt.toISOString().slice(0, 19);
  return `${visible(name)}${type === "folder" ? "/" : ""}  ${kind}  ${time}Z${isBlocked ? "  closed" : ""}`;
}

/** A name cannot forge a line or hide a part of itself. */
function visible(name: string): string {
  return name.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
}

import { posix } from "node:path";
import type { ShownFile } from "#lib/approvals/call-preview.ts";
import { type BoundFile, shownFiles } from "#lib/tool-calls/bound-file.ts";
import type { RunFile } from "#lib/tools/define-tool.ts";
import { readFiles } from "./bind-files.ts";
import { changedFile } from "./changed-file.ts";

/** All texts of one card together. */
const MAX_SHOWN_BYTES = 200_000;

/** The files that a waiting call runs, with what they hold: shown only while it is what the request is bound to. */
export async function previewFiles(workspace: string, files: readonly RunFile[], bound: readonly BoundFile[] | null): Promise<ShownFile[]> {
  const byName = new Map((bound ?? []).map((file) => [file.name, file]));
  let room = MAX_SHOWN_BYTES;
  return shownFiles(await readFiles(workspace, files, MAX_SHOWN_BYTES)).map(({ content, isAside: _, ...now }) => {
    const was = byName.get(now.name);
    const { name, path, bytes } = was ?? now;
    const shown = { name, path: path === posix.normalize(name) ? null : path, bytes };
    if (!was || changedFile([was], [now]) !== null) return { ...shown, text: null, note: CHANGED };
    const text = content && content.length <= room ? textOf(content) : null;
    room -= text === null ? 0 : (content?.length ?? 0);
    return { ...shown, text, note: text === null ? noteOf(now, content) : null };
  });
}

const CHANGED = "It changed since this was asked. If you approve, the call is refused, and the agent may ask anew with what it holds then.";

function noteOf({ state, path }: BoundFile, content: Buffer | null): string {
  switch (state) {
    case "file":
      return content && textOf(content) === null
        ? "This is no text. All of it is bound."
        : "Too long to be shown here. All of it is bound.";
    case "missing":
      return "There is no such file. If one is made before this runs, the call is refused.";
    case "too-large":
      return "Too large to be read. Only its size is bound, and not what it holds.";
    case "not-regular":
      return "This is no regular file, such as a folder. What it holds is not bound.";
    case "closed":
      return "Commands do not see this file, or the server may not read it. What it holds is not bound.";
    case "unclear":
      return "Where it leads cannot be followed. What it holds is not bound.";
    case "outside":
      return `It leads out of the workspace, to ${path}. What that holds is not bound.`;
  }
}

function textOf(content: Buffer): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(content);
  } catch {
    return null;
  }
}

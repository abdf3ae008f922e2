import { setImmediate as letOthersRun } from "node:timers/promises";
import { digestFile, type FileDigest } from "#lib/files/digest-file.ts";
import { WORKSPACE_INSIDE } from "#lib/sandbox/index.ts";
import { storableText } from "#lib/storable.ts";
import type { BoundFile } from "#lib/tool-calls/bound-file.ts";
import type { RunFile } from "#lib/tools/define-tool.ts";
import type { RegisteredTool } from "./registered-tool.ts";

/** 10 MiB: as much as all files of one call may hold to be read; what is beyond is bound by its size alone, and the card says so. */
const MAX_BOUND_BYTES = 10 * 1024 * 1024;

/** Where a command finds the workspace: in the sandbox, and its own folder by another name. */
const ROOTS = [WORKSPACE_INSIDE, "/proc/self/cwd"];

type ReadFile = BoundFile & Pick<FileDigest, "content">;

/** The files that a call runs, as they stand now; none, and nothing is looked at, for a tool that runs none. */
export async function bindFiles(workspace: () => Promise<string>, { runsFiles }: RegisteredTool, input: unknown): Promise<BoundFile[]> {
  const { files = [] } = (await runsFiles?.(input)) ?? {};
  if (files.length === 0) return [];
  return (await readFiles(await workspace(), files)).map(({ content: _, ...bound }) => bound);
}

/** @param keptBytes the content of a file of so many bytes at most is given back */
export async function readFiles(workspace: string, files: readonly RunFile[], keptBytes = 0): Promise<ReadFile[]> {
  const all: ReadFile[] = [];
  let room = MAX_BOUND_BYTES;
  for (const { names, isGuess } of files) {
    const group: ReadFile[] = [];
    for (const name of names) {
      await letOthersRun();
      const digest = await digestFile(workspace, name, { roots: [...ROOTS, workspace], maxBytes: room, keptBytes });
      // A program of the system is no file of the workspace.
      if (digest.state === "outside" && digest.path === name) continue;
      room -= digest.sha256 === null ? 0 : (digest.bytes ?? 0);
      group.push({ name: storableText(name), ...digest, path: digest.path && storableText(digest.path) });
    }
    all.push(...withAsides(group, isGuess));
  }
  return all;
}

/** Of a file that is looked for in several places, the first place stands for all when it is in none of them. */
function withAsides(group: readonly ReadFile[], isGuess: boolean): ReadFile[] {
  const isThere = group.some(({ state }) => state !== "missing");
  return group.map((file, at) => (file.state === "missing" && (isThere || isGuess || at > 0) ? { ...file, isAside: true } : file));
}

import { canonicalJson } from "#lib/canonical-json.ts";
import type { BoundFile } from "#lib/tool-calls/bound-file.ts";

/**
 * The first file of a call that is not what it was, and what became of it, in words; null when all are. A file that was not looked at, because a version
 * of this program did not know that the call runs it, is not what it was.
 */
export function changedFile(bound: readonly BoundFile[] | null, now: readonly BoundFile[]): string | null {
  const before = new Map((bound ?? []).map((file) => [file.name, file]));
  for (const file of now) {
    const was = before.get(file.name);
    if (was === undefined) return `${JSON.stringify(file.name)} was not looked at`;
    if (factsOf(was) !== factsOf(file)) return `${JSON.stringify(file.name)} was ${became(was, file)}`;
  }
  const names = new Set(now.map(({ name }) => name));
  const gone = (bound ?? []).find(({ name }) => !names.has(name));
  return gone ? `${JSON.stringify(gone.name)} was left out` : null;
}

function factsOf({ state, path, bytes, sha256 }: BoundFile): string {
  return canonicalJson({ state, path, bytes, sha256 });
}

function became(was: BoundFile, file: BoundFile): string {
  if (was.state === "missing") return "made";
  if (file.state === "missing") return "removed";
  return "changed";
}

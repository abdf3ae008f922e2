import { existsSync } from "node:fs";
import { readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { Refusal, refusalOfFileError } from "./bootstrap/refusal.mjs";
import { say, seconds } from "./bootstrap/say.mjs";
import { withLock } from "./bootstrap/wait-for-lock.mjs";
import { hashOfSources } from "./hash-of-sources.ts";
import { run } from "./run.ts";
import { endGroups } from "./supervisor/groups.ts";

const STAMP = ".next/cs-build";
/** A build has nothing to bring to safety. */
const HURRIED_MS = 1_000;
export const NEXT = path.resolve("node_modules/next/dist/bin/next");

interface BuildOptions {
  /** Stops a build that is under way; it then resolves without one. */
  signal?: AbortSignal;
  /** Told the leader of the build's process group when it starts, and null when it has ended. */
  onProcess?: (pid: number | null) => void;
}

/**
 * Builds the pages when their sources are not the ones that the last build was made from.
 * @throws Refusal when the build fails; its words are printed before
 */
export async function ensureBuilt(options: BuildOptions = {}): Promise<void> {
  const wanted = hashOfSources();
  if (await isBuilt(wanted)) return;
  const buildOnce = async () => {
    if (!(await isBuilt(wanted))) await build(wanted, options);
  };
  await withLock(path.resolve(".cs-build.lock"), "building the pages", buildOnce, options.signal).catch((error) => {
    if (options.signal?.aborted) return;
    throw error instanceof Refusal ? error : refusalOfFileError(error, path.resolve(), "move the project to a folder elsewhere");
  });
}

async function build(wanted: string, { signal, onProcess }: BuildOptions): Promise<void> {
  const since = Date.now();
  say("Pages: building them, because their sources are new …");
  const env = { ...process.env, NODE_ENV: "production" as const, NEXT_TELEMETRY_DISABLED: "1" };
  // A build that is cut off leaves pages of two states behind; no stamp may vouch for them.
  await rm(STAMP, { force: true });
  const ended = new AbortController();
  const onStart = (pid: number) => {
    onProcess?.(pid);
    signal?.addEventListener("abort", () => void endGroups([pid], HURRIED_MS), { signal: ended.signal });
  };
  const { code, output } = await run(process.execPath, [NEXT, "build"], { env, detached: process.platform !== "win32", onStart });
  ended.abort();
  onProcess?.(null);
  if (signal?.aborted) return;
  if (code !== 0) {
    process.stderr.write(output);
    if (/ENOSPC|no space left/i.test(output)) throw Object.assign(new Error("no space left"), { code: "ENOSPC" });
    throw new Refusal("The pages could not be built; the reason is above.");
  }
  await writeFile(STAMP, wanted);
  say(`Pages: built in ${seconds(since)}`);
}

async function isBuilt(wanted: string): Promise<boolean> {
  return existsSync(".next/BUILD_ID") && (await readFile(STAMP, "utf8").catch(() => "")) === wanted;
}

import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { FileProblem } from "./file-problem.ts";
import { listWorkspaceFolder } from "./list-folder.ts";
import { parseWorkspacePath } from "./parse-path.ts";
import { readWorkspaceFile } from "./read-file.ts";
import { makeTestWorkspace } from "./test-workspace.ts";
import { writeWorkspaceFile } from "./write-file.ts";

const isLinux = process.platform === "linux";

/** `dir` is a folder of the workspace and, at times, a link to the folder outside; another process swaps the two without rest. */
async function makeSwappedWorkspace() {
  const { workspace, outside } = makeTestWorkspace();
  mkdirSync(join(workspace, "dir"));
  writeFileSync(join(workspace, "dir", "f.txt"), "inside");
  writeFileSync(join(outside, "f.txt"), "secret");
  symlinkSync(outside, join(workspace, "link"));
  const program = fileURLToPath(new URL("./swapper.mjs", import.meta.url));
  const swapper: ChildProcess = fork(program, [join(workspace, "dir"), join(workspace, "link")]);
  onTestFinished(async () => {
    expect(swapper.exitCode).toBeNull();
    const ended = once(swapper, "exit");
    swapper.kill("SIGKILL");
    await ended;
  });
  await once(swapper, "message");
  return { workspace, outside };
}

/** Only these may come of a swap: a refusal, or a name that was gone for an instant. */
function isExpected(error: unknown): boolean {
  return error instanceof FileProblem && ["blocked_path", "not_found", "not_a_folder", "busy"].includes(error.code);
}

describe.runIf(isLinux)("while another process swaps a folder for a link to the outside", () => {
  it("1,000 reads never show a byte from outside, where a check before the read does", async () => {
    const { workspace } = await makeSwappedWorkspace();
    const path = parseWorkspacePath("dir/f.txt");
    let inside = 0;
    for (let i = 0; i < 1000 || inside === 0; i++) {
      try {
        expect(readWorkspaceFile(workspace, path).bytes.toString()).toBe("inside");
        inside++;
      } catch (error) {
        if (!isExpected(error)) throw error;
      }
    }
    expect(countEscapesOfCheckedRead(workspace)).toBeGreaterThan(0);
  });

  it("2,000 writes land inside or nowhere", { timeout: 120_000 }, async () => {
    const { workspace, outside } = await makeSwappedWorkspace();
    const path = parseWorkspacePath("dir/f.txt");
    let written = 0;
    for (let i = 0; i < 2000 || written === 0; i++) {
      try {
        await writeWorkspaceFile(workspace, path, { bytes: Buffer.from(`write ${i}`) });
        written++;
      } catch (error) {
        if (!isExpected(error)) throw error;
      }
    }
    expect(readdirSync(outside)).toEqual(["f.txt"]);
    expect(readFileSync(join(outside, "f.txt"), "utf8")).toBe("secret");
  });

  it("new folders are made inside or nowhere, and listings show the inside", async () => {
    const { workspace, outside } = await makeSwappedWorkspace();
    writeFileSync(join(outside, "only-outside"), "");
    for (let i = 0; i < 300; i++) {
      try {
        await writeWorkspaceFile(workspace, parseWorkspacePath(`dir/new-${i}/f.txt`), { bytes: Buffer.from("x") });
        const { entries } = await listWorkspaceFolder(workspace, parseWorkspacePath("dir"), { offset: 0, limit: 1000 });
        expect(entries.map((entry) => entry.name)).not.toContain("only-outside");
      } catch (error) {
        if (!isExpected(error)) throw error;
      }
    }
    expect(readdirSync(outside).sort()).toEqual(["f.txt", "only-outside"]);
  });
});

/** The planted violation: what most programs do. It proves that the swapper is fast enough for the tests above to mean something. */
function countEscapesOfCheckedRead(workspace: string): number {
  const root = realpathSync(workspace);
  let escapes = 0;
  for (let i = 0; i < 200_000 && escapes === 0; i++) {
    try {
      const path = resolve(root, "dir/f.txt");
      if (!realpathSync(path).startsWith(`${root}/`)) continue;
      if (readFileSync(path, "utf8") === "secret") escapes++;
    } catch {
      // The name was gone for an instant.
    }
  }
  return escapes;
}

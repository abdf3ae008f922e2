import { appendFileSync, linkSync, mkdirSync, readdirSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { FileProblem } from "./file-problem.ts";
import { parseWorkspacePath } from "./parse-path.ts";
import { readWorkspaceFile } from "./read-file.ts";
import { makeTestWorkspace } from "./test-workspace.ts";

function read(workspace: string, path: string) {
  return readWorkspaceFile(workspace, parseWorkspacePath(path));
}

function problemOf(workspace: string, path: string): FileProblem {
  try {
    read(workspace, path);
  } catch (error) {
    if (error instanceof FileProblem) return error;
    throw error;
  }
  throw new Error(`"${path}" was read.`);
}

describe("reading a file of a workspace", () => {
  it("gives its bytes and, as its version, their SHA-256", () => {
    const { workspace } = makeTestWorkspace();
    mkdirSync(join(workspace, "a/b"), { recursive: true });
    writeFileSync(join(workspace, "a/b/hello.txt"), "hello");
    const { bytes, version } = read(workspace, "./a//b/hello.txt");
    expect(bytes.toString()).toBe("hello");
    expect(version).toBe("2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824");
  });

  it("does not take a folder whose name only begins like the workspace's for a part of it", () => {
    const { workspace } = makeTestWorkspace();
    mkdirSync(`${workspace}2`);
    writeFileSync(join(`${workspace}2`, "secret.txt"), "secret");
    expect(() => parseWorkspacePath("../organization2/secret.txt")).toThrow(FileProblem);
    symlinkSync(`${workspace}2`, join(workspace, "neighbour"));
    expect(problemOf(workspace, "neighbour/secret.txt").code).toBe("blocked_path");
  });

  it("refuses links wholly: to a file outside, to one inside, to nothing, and a linked folder on the way", () => {
    const { workspace, outside } = makeTestWorkspace();
    writeFileSync(join(outside, "secret.txt"), "secret");
    writeFileSync(join(workspace, "real.txt"), "real");
    mkdirSync(join(workspace, "folder"));
    symlinkSync(join(outside, "secret.txt"), join(workspace, "out.txt"));
    symlinkSync("real.txt", join(workspace, "in.txt"));
    symlinkSync(join(outside, "later.txt"), join(workspace, "dangling.txt"));
    symlinkSync(outside, join(workspace, "folder/up"));
    for (const path of ["out.txt", "in.txt", "dangling.txt", "folder/up/secret.txt"]) {
      expect(problemOf(workspace, path)).toMatchObject({ code: "blocked_path", message: expect.stringContaining("symbolic link") });
    }
  });

  it("follows a link above the workspace, which only the server can make", () => {
    const { workspace, outside } = makeTestWorkspace();
    writeFileSync(join(workspace, "a.txt"), "a");
    symlinkSync(workspace, join(outside, "workspace"));
    expect(read(join(outside, "workspace"), "a.txt").bytes.toString()).toBe("a");
  });

  it("says what is wrong with the path: nothing there, a folder, a file on the way", () => {
    const { workspace } = makeTestWorkspace();
    mkdirSync(join(workspace, "folder"));
    writeFileSync(join(workspace, "file"), "");
    expect(problemOf(workspace, "none.txt").code).toBe("not_found");
    expect(problemOf(workspace, "none/a.txt").code).toBe("not_found");
    expect(problemOf(workspace, "folder").code).toBe("not_a_file");
    expect(problemOf(workspace, ".").code).toBe("not_a_file");
    expect(problemOf(workspace, "file/a.txt").code).toBe("not_a_folder");
  });

  it("reads 1,048,576 bytes and refuses 1,048,577", () => {
    const { workspace } = makeTestWorkspace();
    writeFileSync(join(workspace, "most"), Buffer.alloc(1_048_576, "x"));
    writeFileSync(join(workspace, "more"), Buffer.alloc(1_048_577, "x"));
    expect(read(workspace, "most").bytes.length).toBe(1_048_576);
    expect(problemOf(workspace, "more")).toMatchObject({ code: "too_large", facts: { bytes: 1_048_577, limitBytes: 1_048_576 } });
  });

  it("refuses a sparse file of 10 GB at the cost of no memory", () => {
    const { workspace } = makeTestWorkspace();
    writeFileSync(join(workspace, "big"), "");
    truncateSync(join(workspace, "big"), 10 * 1024 ** 3);
    const before = process.memoryUsage().rss;
    for (let i = 0; i < 100; i++) expect(problemOf(workspace, "big").code).toBe("too_large");
    expect(process.memoryUsage().rss - before).toBeLessThan(20 * 1024 ** 2);
  });

  it("gives what a growing file holds, until it holds too much", () => {
    const { workspace } = makeTestWorkspace();
    const file = join(workspace, "log");
    writeFileSync(file, "");
    const line = "x".repeat(99_999);
    for (let i = 1; i <= 10; i++) {
      appendFileSync(file, `${line}\n`);
      expect(read(workspace, "log").bytes.length).toBe(i * 100_000);
    }
    appendFileSync(file, `${line}\n`);
    expect(problemOf(workspace, "log").code).toBe("too_large");
  });

  it.runIf(process.platform === "linux")("is not misled by a file that says it is empty", () => {
    // Files of /proc have size 0 and content; the workspace is any folder here.
    expect(read("/proc/self", "status").bytes.toString()).toContain("Pid:");
    expect(read("/proc/self", "status").bytes.length).toBeGreaterThan(500);
  });

  it("reads a file that has two names", () => {
    const { workspace } = makeTestWorkspace();
    writeFileSync(join(workspace, "one"), "same");
    linkSync(join(workspace, "one"), join(workspace, "two"));
    expect(read(workspace, "two").bytes.toString()).toBe("same");
  });

  it("leaves no descriptor open, whatever happens", () => {
    const { workspace } = makeTestWorkspace();
    writeFileSync(join(workspace, "a"), "a");
    symlinkSync("a", join(workspace, "link"));
    const countOpen = () => readdirSync("/dev/fd").length;
    const before = countOpen();
    for (let i = 0; i < 200; i++) {
      read(workspace, "a");
      problemOf(workspace, "link");
      problemOf(workspace, "none/a");
      problemOf(workspace, "a/b/c");
    }
    expect(countOpen()).toBeLessThanOrEqual(before + 2);
  });
});

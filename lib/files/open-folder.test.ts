import { existsSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readWholeFile } from "./open-file.ts";
import { openFolder, openFolderByPath } from "./open-folder.ts";
import { parseWorkspacePath } from "./parse-path.ts";
import { makeTestWorkspace } from "./test-workspace.ts";

describe.each([
  { way: "this platform's way", open: openFolder },
  { way: "the way of systems without /proc", open: openFolderByPath },
])("a folder opened by $way", ({ open }) => {
  it("reaches its entries", () => {
    const { workspace } = makeTestWorkspace();
    mkdirSync(join(workspace, "a/b"), { recursive: true });
    writeFileSync(join(workspace, "a/b/c.txt"), "c");
    const folder = open(workspace, parseWorkspacePath("a/b"));
    expect(readWholeFile(folder, "c.txt").bytes.toString()).toBe("c");
    expect(readFileSync(folder.entry("c.txt"), "utf8")).toBe("c");
    folder.close();
  });

  it("is made with all its parents when that was asked for, and only then", () => {
    const { workspace } = makeTestWorkspace();
    expect(() => open(workspace, parseWorkspacePath("a/b"))).toThrow(/^There is no folder "a" on the way to "a\/b"\.$/);
    expect(() => open(workspace, parseWorkspacePath("a"))).toThrow(/^There is no folder "a"\.$/);
    expect(existsSync(join(workspace, "a"))).toBe(false);
    open(workspace, parseWorkspacePath("a/b"), { create: true }).close();
    open(workspace, parseWorkspacePath("a/b"), { create: true }).close();
    expect(statSync(join(workspace, "a/b")).isDirectory()).toBe(true);
  });

  it("is never one behind a link, and none is made there", () => {
    const { workspace, outside } = makeTestWorkspace();
    symlinkSync(outside, join(workspace, "link"));
    symlinkSync(join(outside, "later"), join(workspace, "dangling"));
    for (const path of ["link", "link/new", "dangling", "dangling/new"]) {
      expect(() => open(workspace, parseWorkspacePath(path), { create: true })).toThrow("symbolic link");
    }
    expect(existsSync(join(outside, "new"))).toBe(false);
    expect(existsSync(join(outside, "later"))).toBe(false);
  });
});

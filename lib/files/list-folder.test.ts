import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { listWorkspaceFolder } from "./list-folder.ts";
import { parseWorkspacePath } from "./parse-path.ts";
import { makeTestWorkspace } from "./test-workspace.ts";

function list(workspace: string, path: string, offset = 0, limit = 1000) {
  return listWorkspaceFolder(workspace, parseWorkspacePath(path), { offset, limit });
}

describe("listing a folder of a workspace", () => {
  it("shows name, kind, size and time, sorted by name", async () => {
    const { workspace } = makeTestWorkspace();
    mkdirSync(join(workspace, "folder"));
    writeFileSync(join(workspace, "b.txt"), "12345");
    writeFileSync(join(workspace, "a.txt"), "");
    symlinkSync("/etc/passwd", join(workspace, "link"));
    const { entries, total } = await list(workspace, ".");
    expect(entries.map(({ name, type, size }) => [name, type, size])).toEqual([
      ["a.txt", "file", 0],
      ["b.txt", "file", 5],
      ["folder", "folder", null],
      ["link", "link", null],
    ]);
    expect(total).toBe(4);
    expect(entries[0]?.modifiedAt.getTime()).toBeGreaterThan(Date.now() - 60_000);
  });

  it("shows blocked names as names only, and does not enter them", async () => {
    const { workspace } = makeTestWorkspace();
    mkdirSync(join(workspace, ".git"));
    writeFileSync(join(workspace, ".env"), "SECRET=canary-71");
    const page = await list(workspace, ".");
    expect(page.entries.map(({ name, size, isBlocked }) => [name, size, isBlocked])).toEqual([
      [".env", null, true],
      [".git", null, true],
    ]);
    expect(JSON.stringify(page)).not.toContain("canary-71");
    expect(() => parseWorkspacePath(".git")).toThrow("blocked");
  });

  it("shows a name whose bytes are no UTF-8, and counts it", async () => {
    const { workspace } = makeTestWorkspace();
    const folder = Buffer.from(`${workspace}/`);
    writeFileSync(Buffer.concat([folder, Buffer.from([0x61, 0xff])]), "123");
    writeFileSync(Buffer.concat([folder, Buffer.from([0x61, 0xfe])]), "1");
    writeFileSync(join(workspace, "a\ufffd"), "12345");
    const { entries, total } = await list(workspace, ".");
    expect(entries.map(({ name, type, size }) => [name, type, size])).toEqual([
      ["a\ufffd", "file", 5],
      ["a\ufffd", "file", 1],
      ["a\ufffd", "file", 3],
    ]);
    expect(total).toBe(3);
  });

  it("gives pages that join without a gap", async () => {
    const { workspace } = makeTestWorkspace();
    const names = Array.from({ length: 25 }, (_, i) => `f${String(i).padStart(2, "0")}`);
    for (const name of names) writeFileSync(join(workspace, name), "");
    const pages = await Promise.all([0, 10, 20, 30].map((offset) => list(workspace, ".", offset, 10)));
    expect(pages.flatMap((page) => page.entries.map((entry) => entry.name))).toEqual(names);
    expect(pages.map((page) => page.total)).toEqual([25, 25, 25, 25]);
  });

  it("refuses a link to a folder, a file and nothing, each in its own words", async () => {
    const { workspace, outside } = makeTestWorkspace();
    symlinkSync(outside, join(workspace, "link"));
    writeFileSync(join(workspace, "file"), "");
    await expect(list(workspace, "link")).rejects.toMatchObject({ code: "blocked_path" });
    await expect(list(workspace, "file")).rejects.toMatchObject({ code: "not_a_folder" });
    await expect(list(workspace, "none")).rejects.toMatchObject({ code: "not_found" });
  });
});

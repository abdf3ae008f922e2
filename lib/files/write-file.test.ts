import {
  chmodSync,
  chownSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { v7 } from "uuid";
import { describe, expect, it } from "vitest";
import { FileProblem } from "./file-problem.ts";
import { KEPT_VERSIONS, listKeptVersions, readKeptVersion } from "./kept-versions.ts";
import { listWorkspaceFolder } from "./list-folder.ts";
import { parseWorkspacePath } from "./parse-path.ts";
import { restoreVersion } from "./restore-version.ts";
import { keptVersionsFolder } from "./store-folders.ts";
import { makeTestWorkspace } from "./test-workspace.ts";
import { versionOf } from "./version-of.ts";
import { type WriteRequest, writeWorkspaceFile } from "./write-file.ts";

function write(workspace: string, path: string, text: string, options: Omit<WriteRequest, "bytes"> = {}) {
  return writeWorkspaceFile(workspace, parseWorkspacePath(path), { bytes: Buffer.from(text), ...options });
}

async function problemOf(attempt: Promise<unknown>): Promise<FileProblem> {
  const error = await attempt.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof FileProblem) return error;
  throw new Error("No refusal came.", { cause: error });
}

describe("writing a file of a workspace", () => {
  it("makes it, with the folders on the way, and names its version", async () => {
    const { workspace } = makeTestWorkspace();
    const written = await write(workspace, "a/b/c.txt", "hello");
    expect(written).toEqual({ version: versionOf(Buffer.from("hello")), previousVersion: null, bytes: 5, isUnchanged: false });
    expect(readFileSync(join(workspace, "a/b/c.txt"), "utf8")).toBe("hello");
  });

  it("replaces it and names both versions", async () => {
    const { workspace } = makeTestWorkspace();
    const first = await write(workspace, "a.txt", "one");
    const second = await write(workspace, "a.txt", "two");
    expect(second).toMatchObject({ previousVersion: first.version, isUnchanged: false });
    expect(readFileSync(join(workspace, "a.txt"), "utf8")).toBe("two");
  });

  it("leaves nothing but the file in the folder", async () => {
    const { workspace } = makeTestWorkspace();
    await write(workspace, "a.txt", "one");
    await write(workspace, "a.txt", "two");
    expect(readdirSync(workspace)).toEqual(["a.txt"]);
  });

  it("keeps the permissions of a file that it replaces, so that a script stays executable", async () => {
    const { workspace } = makeTestWorkspace();
    await write(workspace, "run.sh", "one");
    chmodSync(join(workspace, "run.sh"), 0o775);
    await write(workspace, "run.sh", "two");
    expect(statSync(join(workspace, "run.sh")).mode & 0o777).toBe(0o775);
  });

  it.runIf(process.geteuid?.() === 0)("gives files and folders to the owner of the workspace when the server is root", async () => {
    const { workspace } = makeTestWorkspace();
    chownSync(workspace, 65_534, 65_534);
    await write(workspace, "folder/a.txt", "one");
    await write(workspace, "folder/a.txt", "two");
    expect(statSync(join(workspace, "folder"))).toMatchObject({ uid: 65_534, gid: 65_534 });
    expect(statSync(join(workspace, "folder/a.txt"))).toMatchObject({ uid: 65_534, gid: 65_534 });
  });

  it("takes 1,048,576 bytes and refuses 1,048,577 before anything is touched", async () => {
    const { workspace } = makeTestWorkspace();
    await write(workspace, "most", "x".repeat(1_048_576));
    expect(statSync(join(workspace, "most")).size).toBe(1_048_576);
    expect((await problemOf(write(workspace, "new/more", "x".repeat(1_048_577)))).code).toBe("too_large");
    expect((await problemOf(write(workspace, "most", "é".repeat(524_289)))).code).toBe("too_large");
    expect(readdirSync(workspace)).toEqual(["most"]);
    expect(readFileSync(join(workspace, "most"), "utf8")).toBe("x".repeat(1_048_576));
  });

  it("does not replace a file that is too large to be kept", async () => {
    const { workspace } = makeTestWorkspace();
    writeFileSync(join(workspace, "big"), Buffer.alloc(1_048_577));
    expect((await problemOf(write(workspace, "big", "small"))).code).toBe("too_large");
    expect(statSync(join(workspace, "big")).size).toBe(1_048_577);
  });

  it("never writes through a link, also one to a place that does not exist yet", async () => {
    const { workspace, outside } = makeTestWorkspace();
    writeFileSync(join(outside, "real.txt"), "real");
    symlinkSync(join(outside, "real.txt"), join(workspace, "link.txt"));
    symlinkSync(join(outside, "later.txt"), join(workspace, "dangling.txt"));
    symlinkSync(outside, join(workspace, "folder"));
    for (const path of ["link.txt", "dangling.txt", "folder/new.txt", "folder/deeper/new.txt"]) {
      expect((await problemOf(write(workspace, path, "gone"))).code).toBe("blocked_path");
    }
    expect(readdirSync(outside)).toEqual(["real.txt"]);
    expect(readFileSync(join(outside, "real.txt"), "utf8")).toBe("real");
  });

  it("refuses a file with a second name, whose other name may lie outside", async () => {
    const { workspace, outside } = makeTestWorkspace();
    writeFileSync(join(outside, "real.txt"), "real");
    linkSync(join(outside, "real.txt"), join(workspace, "inside.txt"));
    expect(await problemOf(write(workspace, "inside.txt", "gone"))).toMatchObject({
      code: "blocked_path",
      message: expect.stringContaining("hard link"),
    });
    expect(readFileSync(join(outside, "real.txt"), "utf8")).toBe("real");
  });

  it("does not replace a folder, and does not enter a file", async () => {
    const { workspace } = makeTestWorkspace();
    mkdirSync(join(workspace, "folder"));
    await write(workspace, "file", "");
    expect((await problemOf(write(workspace, "folder", "x"))).code).toBe("not_a_file");
    expect((await problemOf(write(workspace, "file/x", "x"))).code).toBe("not_a_folder");
    expect((await problemOf(write(workspace, ".", "x"))).code).toBe("not_a_file");
  });

  it("stops before it changes anything when its call was stopped", async () => {
    const { workspace } = makeTestWorkspace();
    await write(workspace, "a.txt", "one");
    const stopped = AbortSignal.abort(new Error("stopped"));
    await expect(write(workspace, "a.txt", "two", { signal: stopped })).rejects.toThrow("stopped");
    expect(readFileSync(join(workspace, "a.txt"), "utf8")).toBe("one");
    expect(readdirSync(workspace)).toEqual(["a.txt"]);
  });
});

describe("an expected version", () => {
  it("lets the first of two writers through and tells the second both versions", async () => {
    const { workspace } = makeTestWorkspace();
    const seen = await write(workspace, "doc", "A");
    const other = await write(workspace, "doc", "B", { expectedVersion: seen.version });
    const refused = await problemOf(write(workspace, "doc", "C", { expectedVersion: seen.version }));
    expect(refused).toMatchObject({ code: "version_conflict", facts: { expected: seen.version, current: other.version } });
    expect(readFileSync(join(workspace, "doc"), "utf8")).toBe("B");
  });

  it("refuses when there is no such file, and makes no folder for it", async () => {
    const { workspace } = makeTestWorkspace();
    for (const path of ["doc", "new/doc"]) {
      const refused = await problemOf(write(workspace, path, "x", { expectedVersion: "A" }));
      expect(refused).toMatchObject({ code: "version_conflict", facts: { expected: "A", current: null } });
    }
    expect(readdirSync(workspace)).toEqual([]);
  });

  it("recognises a repeated write as done", async () => {
    const { workspace } = makeTestWorkspace();
    const seen = await write(workspace, "doc", "A");
    await write(workspace, "doc", "B", { expectedVersion: seen.version });
    const repeated = await write(workspace, "doc", "B", { expectedVersion: seen.version });
    expect(repeated).toMatchObject({ isUnchanged: true, version: versionOf(Buffer.from("B")) });
  });
});

describe("what a write replaced", () => {
  it("is kept outside the workspace and can be put back, which can be undone too", async () => {
    const { workspace } = makeTestWorkspace();
    const path = parseWorkspacePath("a/doc");
    const first = await write(workspace, "a/doc", "one");
    const second = await write(workspace, "a/doc", "two");
    expect(await listKeptVersions(workspace, path)).toEqual([{ version: first.version, keptAt: expect.any(Date), bytes: 3 }]);
    await restoreVersion(workspace, path, first.version, second.version);
    expect(readFileSync(join(workspace, "a/doc"), "utf8")).toBe("one");
    expect((await listKeptVersions(workspace, path)).map((kept) => kept.version)).toEqual([second.version, first.version]);
    expect((await problemOf(restoreVersion(workspace, path, second.version, second.version))).code).toBe("version_conflict");
    expect(readdirSync(workspace, { recursive: true }).sort()).toEqual(["a", "a/doc"]);
  });

  it("is kept also when something other than this tool had written it", async () => {
    const { workspace } = makeTestWorkspace();
    writeFileSync(join(workspace, "doc"), "by a command");
    const { previousVersion } = await write(workspace, "doc", "by the tool");
    expect((await readKeptVersion(workspace, parseWorkspacePath("doc"), previousVersion ?? "")).toString()).toBe("by a command");
  });

  it("counts as kept when it is there whole: half a copy, whose writer was killed, is neither listed nor in the way", async () => {
    const { workspace } = makeTestWorkspace();
    const path = parseWorkspacePath("doc");
    const { version } = await write(workspace, "doc", "one");
    const folder = keptVersionsFolder(workspace, path);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `${v7()}-${version}.part`), "o");
    expect(await listKeptVersions(workspace, path)).toEqual([]);
    await write(workspace, "doc", "two");
    expect(await listKeptVersions(workspace, path)).toMatchObject([{ version, bytes: 3 }]);
    expect((await readKeptVersion(workspace, path, version)).toString()).toBe("one");
  });

  it("goes after twenty newer ones", async () => {
    const { workspace } = makeTestWorkspace();
    const path = parseWorkspacePath("doc");
    const versions: string[] = [];
    for (let i = 0; i < KEPT_VERSIONS + 5; i++) versions.push((await write(workspace, "doc", `${i}`)).version);
    const kept = await listKeptVersions(workspace, path);
    expect(kept.map((one) => one.version)).toEqual(versions.slice(-KEPT_VERSIONS - 1, -1).reverse());
    expect((await problemOf(readKeptVersion(workspace, path, versions[0] ?? ""))).code).toBe("not_found");
  });
});

describe("a writer that died", () => {
  it("leaves a part that no listing shows and that is removed after an hour", async () => {
    const { workspace } = makeTestWorkspace();
    const left = join(workspace, `.cs-${"0".repeat(32)}`);
    writeFileSync(left, "half of a fi");
    const list = () => listWorkspaceFolder(workspace, parseWorkspacePath("."), { offset: 0, limit: 10 });
    expect(await list()).toEqual({ entries: [], total: 0 });
    expect(existsSync(left)).toBe(true);
    utimesSync(left, new Date(), new Date(Date.now() - 3_700_000));
    await list();
    expect(existsSync(left)).toBe(false);
  });
});

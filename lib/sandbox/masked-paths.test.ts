import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { findMaskedPaths, UnsearchableWorkspace } from "./masked-paths.ts";
import { testWorkspace } from "./test-sandbox.ts";

const file = (workspace: string, path: string): void => {
  mkdirSync(join(workspace, path, ".."), { recursive: true });
  writeFileSync(join(workspace, path), "x");
};

it("masks blocked files and folders at any depth and in any case, and nothing with a name that only resembles them", async () => {
  const workspace = await testWorkspace();
  for (const path of [".env", "a/b/.ENV.local", "a/AppSettings.production.json", ".env.example", ".envoy/x", "a/.gitignore", "env"])
    file(workspace, path);
  mkdirSync(join(workspace, "venv/.env/bin"), { recursive: true });
  symlinkSync("/etc", join(workspace, "link"));
  symlinkSync("a", join(workspace, "a/.env"));
  const masks = await findMaskedPaths(workspace);
  expect(masks.sort((a, b) => (a.path < b.path ? -1 : 1))).toEqual([
    { path: ".env", kind: "file" },
    { path: "a/AppSettings.production.json", kind: "file" },
    { path: "a/b/.ENV.local", kind: "file" },
    { path: "venv/.env", kind: "folder" },
  ]);
});

it("masks hooks and configuration of every repository, also before they exist, and the file that leads to one", async () => {
  const workspace = await testWorkspace();
  mkdirSync(join(workspace, ".git"));
  file(workspace, "sub/.git/hooks/pre-commit");
  file(workspace, "sub/.git/config");
  file(workspace, "tree/.git");
  mkdirSync(join(workspace, "odd/.git"), { recursive: true });
  symlinkSync("/etc/passwd", join(workspace, "odd/.git/config"));
  const masks = await findMaskedPaths(workspace);
  expect(masks.sort((a, b) => (a.path < b.path ? -1 : 1))).toEqual([
    { path: ".git/config", kind: "file" },
    { path: ".git/hooks", kind: "folder" },
    { path: "odd/.git/hooks", kind: "folder" },
    { path: "sub/.git/config", kind: "file" },
    { path: "sub/.git/hooks", kind: "folder" },
    { path: "tree/.git", kind: "file" },
  ]);
});

it("refuses a workspace in which a blocked file cannot be named to bubblewrap", async () => {
  const workspace = await testWorkspace();
  const folder = Buffer.concat([Buffer.from(`${workspace}/`), Buffer.from([0xff])]);
  mkdirSync(folder);
  writeFileSync(Buffer.concat([folder, Buffer.from("/.env")]), "x");
  await expect(findMaskedPaths(workspace)).rejects.toThrow(UnsearchableWorkspace);
});

import { mkdtempSync, writeFileSync } from "node:fs";
import { mkdir, readFile, rm, stat } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterEach, expect, it } from "vitest";
import { ensureInstalled } from "./npm-ci.mjs";

const folders: string[] = [];
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

const EMPTY = {
  name: "nothing",
  version: "1.0.0",
  lockfileVersion: 3,
  requires: true,
  packages: { "": { name: "nothing", version: "1.0.0" } },
};
const ELSEWHERE = { version: "1.0.0", integrity: "sha512-a", optional: true, os: ["sunos"], cpu: ["sparc"] };
const NEEDED = { version: "1.0.0", integrity: "sha512-b" };

it("installs what the lock file says, once", { timeout: 30_000 }, async () => {
  const folder = await project(EMPTY.packages);
  await ensureInstalled(folder, "Packages");
  const marker = path.join(folder, "node_modules/.cs-lock");
  const before = await stat(marker);
  await ensureInstalled(folder, "Packages");
  expect((await stat(marker)).mtimeMs).toBe(before.mtimeMs);
});

it("takes a developer's own installation as it is when it matches, packages for other platforms aside", async () => {
  const folder = await project({ ...EMPTY.packages, "node_modules/a": NEEDED, "node_modules/b": ELSEWHERE }, { "node_modules/a": NEEDED });
  await ensureInstalled(folder, "Packages");
  expect(await readFile(path.join(folder, "node_modules/.cs-lock"), "utf8")).toMatch(/^[0-9a-f]{64}$/);
});

it("does not take one with another content under the same version", { timeout: 30_000 }, async () => {
  const folder = await project(
    { ...EMPTY.packages, "node_modules/a": NEEDED },
    { "node_modules/a": { ...NEEDED, integrity: "sha512-planted" } },
  );
  await ensureInstalled(folder, "Packages");
  const list = await readFile(path.join(folder, "node_modules/.package-lock.json"), "utf8").catch(() => "");
  expect(list).not.toContain("planted");
});

async function project(packages: object, installed?: object): Promise<string> {
  const folder = mkdtempSync(path.join(os.tmpdir(), "countersign-npm-"));
  folders.push(folder);
  await mkdir(path.join(folder, "node_modules"));
  writeFileSync(path.join(folder, "package.json"), JSON.stringify({ name: "nothing", version: "1.0.0" }));
  writeFileSync(path.join(folder, "package-lock.json"), JSON.stringify({ ...EMPTY, packages }));
  if (installed) writeFileSync(path.join(folder, "node_modules/.package-lock.json"), JSON.stringify({ packages: installed }));
  return folder;
}

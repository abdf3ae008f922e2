import { mkdtempSync } from "node:fs";
import { chmod, mkdir, readlink, rm, stat, symlink, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, expect, it } from "vitest";
import { choosePlace } from "./place.ts";

const root = mkdtempSync(path.join(os.tmpdir(), "countersign-place-"));
const binaries = { home: path.join(root, "native"), version: "18.0" };
const openFolder = path.join(root, "open");
await chmod(root, 0o755);
await mkdir(path.join(binaries.home, "bin"), { recursive: true, mode: 0o755 });
await writeFile(path.join(binaries.home, "library.so.1"), "");
await symlink("library.so.1", path.join(binaries.home, "library.so"));
afterAll(() => rm(root, { recursive: true, force: true }));

it("is the data directory itself for a normal user, as that user", async () => {
  const dataDir = path.join(root, "anywhere");
  expect(await choosePlace(dataDir, binaries, { isRoot: false })).toEqual({
    cluster: path.join(dataDir, "postgres"),
    bin: path.join(binaries.home, "bin"),
  });
});

it("is the data directory for root too, opened just enough for the other user to pass", async () => {
  const dataDir = path.join(root, "data");
  await mkdir(dataDir, { mode: 0o700 });
  const place = await choosePlace(dataDir, binaries, { isRoot: true, openFolder });
  expect(place).toMatchObject({ cluster: path.join(dataDir, "postgres"), user: { uid: 65_534 } });
  expect(place.note).toBeUndefined();
  expect((await stat(dataDir)).mode & 0o777).toBe(0o701);
});

it("is an open folder when root alone can enter the way there, and says so; the binaries are copied with their links", async () => {
  const closed = path.join(root, "closed");
  await mkdir(path.join(closed, "native"), { recursive: true });
  await mkdir(path.join(closed, "data"));
  await chmod(closed, 0o700);
  await symlink("x", path.join(closed, "native", "link"));
  const dataDir = path.join(closed, "data");
  const place = await choosePlace(dataDir, { home: path.join(closed, "native"), version: "18.0" }, { isRoot: true, openFolder });
  expect(place.cluster).toMatch(new RegExp(`^${openFolder}/postgres-[0-9a-f]{12}$`));
  expect(place.bin).toBe(path.join(openFolder, "postgresql-18.0", "bin"));
  expect(place.note).toContain(place.cluster);
  expect(await readlink(path.join(openFolder, "postgresql-18.0", "link"))).toBe("x");
  expect((await stat(closed)).mode & 0o777).toBe(0o700);
});

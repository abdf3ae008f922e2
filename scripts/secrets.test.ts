import { mkdtempSync } from "node:fs";
import { readFile, rm, stat, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, expect, it } from "vitest";
import { authSecret, databaseRolePassword } from "./secrets.ts";

const dataDir = mkdtempSync(path.join(os.tmpdir(), "countersign-secrets-"));
const file = path.join(dataDir, "secrets.json");
afterAll(() => rm(dataDir, { recursive: true, force: true }));

it("makes a secret once, for its owner's eyes, and keeps it", async () => {
  const first = await authSecret(dataDir, undefined);
  expect(first.length).toBeGreaterThanOrEqual(32);
  expect(await authSecret(dataDir, undefined)).toBe(first);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
});

it("prefers the one that was given, and writes that one nowhere", async () => {
  expect(await authSecret(dataDir, "given")).toBe("given");
  expect(await readFile(file, "utf8")).not.toContain("given");
});

it("does not replace a file that it cannot read: stored keys would be lost without a word", async () => {
  await writeFile(file, "{ half");
  await expect(authSecret(dataDir, undefined)).rejects.toThrow(/does not hold a usable AUTH_SECRET\. Restore it from a backup/);
  expect(await readFile(file, "utf8")).toBe("{ half");
});

it("derives the database password from the secret alone", () => {
  expect(databaseRolePassword("one")).toMatch(/^[0-9a-f]{64}$/);
  expect(databaseRolePassword("one")).toBe(databaseRolePassword("one"));
  expect(databaseRolePassword("one")).not.toBe(databaseRolePassword("two"));
});

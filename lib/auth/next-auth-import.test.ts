import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";

const FOLDERS = ["app", "components", "db", "lib", "worker"];
const ONLY = "lib/auth/next-auth.ts";
const IMPORT = /(?:from|import|require)\s*\(?\s*["'](?:next-auth|@auth\/)/;

function filesWith(pattern: RegExp): string[] {
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /(?<!\.test)\.tsx?$/.test(entry.name))
      .map((entry) => path.join(entry.parentPath, entry.name)),
  );
  return files.filter((file) => pattern.test(readFileSync(file, "utf8")));
}

it("next-auth is imported in one file, so that a fault in it can be kept there", () => {
  expect(filesWith(IMPORT)).toEqual([ONLY]);
});

it("would see every way to import it (planted)", () => {
  for (const planted of [
    'import NextAuth from "next-auth";',
    "import('next-auth/jwt')",
    'const { Auth } = require("@auth/core")',
    'export * from "next-auth"',
  ]) {
    expect(IMPORT.test(planted)).toBe(true);
  }
  expect(IMPORT.test('import { handleNextAuth } from "#lib/auth/next-auth.ts";')).toBe(false);
});

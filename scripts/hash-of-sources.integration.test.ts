import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, it } from "vitest";

const MODULE = path.resolve("scripts/hash-of-sources.ts");

/** A small project of its own, so that a change of it is a change of nothing else. */
function project(): string {
  const folder = mkdtempSync(path.join(tmpdir(), "countersign-test-sources-"));
  for (const name of ["package.json", "package-lock.json", "tsconfig.json"]) writeFileSync(path.join(folder, name), "{}");
  mkdirSync(path.join(folder, "lib/testing"), { recursive: true });
  for (let index = 0; index < 300; index++) writeFileSync(path.join(folder, `lib/file-${index}.ts`), `export const n = ${index};`);
  return folder;
}

/** Where no more files may be open: 1,024 in many containers. */
function hashOf(folder: string, openFiles = 1_024): string {
  const script = `const { hashOfSources } = await import(${JSON.stringify(MODULE)}); process.stdout.write(hashOfSources());`;
  const limited = `ulimit -Sn ${openFiles}; ulimit -Hn ${openFiles}; exec "$0" "$@"`;
  return execFileSync("sh", ["-c", limited, process.execPath, "--input-type=module", "--eval", script], { cwd: folder, encoding: "utf8" });
}

describe("the sources of the pages", () => {
  it("are read by a process that may have fewer files open than there are", () => {
    const folder = project();
    expect(hashOf(folder, 64)).toBe(hashOf(folder));
    expect(hashOf(folder)).toMatch(/^[0-9a-f]{64}$/);
  });

  it("are others when a file changed, came or went, and the same when a test did", () => {
    const folder = project();
    const before = hashOf(folder);
    writeFileSync(path.join(folder, "lib/file-0.test.ts"), "test");
    writeFileSync(path.join(folder, "lib/testing/scene.ts"), "scene");
    expect(hashOf(folder)).toBe(before);
    writeFileSync(path.join(folder, "lib/file-0.ts"), "export const n = 1;");
    const changed = hashOf(folder);
    writeFileSync(path.join(folder, "lib/new.ts"), "");
    expect(new Set([before, changed, hashOf(folder)]).size).toBe(3);
  });
});

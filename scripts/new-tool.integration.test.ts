import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { createTool } from "./new-tool.ts";

const project = join(import.meta.dirname, "..");

/** A copy of the product's own code, to add tools to. */
function copyProject(): string {
  const root = mkdtempSync(join(tmpdir(), "countersign-new-tool-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const part of ["lib", "db", "package.json", "tsconfig.json"]) cpSync(join(project, part), join(root, part), { recursive: true });
  symlinkSync(join(project, "node_modules"), join(root, "node_modules"));
  return root;
}

function run(root: string, ...command: string[]): string {
  return execFileSync(process.execPath, command, { cwd: root, encoding: "utf8", stdio: "pipe" });
}

/** All tests of these places run, and none fails. */
function expectPassing(root: string, ...places: string[]): void {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ["node_modules/vitest/vitest.mjs", "run", "--root", root, "--exclude", "**/*.db.test.ts", ...places],
    { cwd: root, encoding: "utf8" },
  );
  expect(status, stdout + stderr).toBe(0);
  expect(stdout).toMatch(/Tests .*[1-9]\d* passed/);
}

it("makes a tool that compiles, passes its own test and is registered", { timeout: 60_000 }, () => {
  const root = copyProject();
  createTool(root, "count-letters");
  createTool(root, "word-count");

  const names = run(
    root,
    "-e",
    'import("#lib/gate/registry.ts").then((registry) => console.log(registry.getAllTools().map((tool) => tool.name).join()))',
  );
  expect(names.trim()).toMatch(/^document,(.*,)?count_letters,word_count$/);

  const made = ["lib/tools/count-letters/count-letters.ts", "lib/tools/count-letters/count-letters.test.ts"];
  expectPassing(root, "lib/tools/count-letters", "lib/tools/word-count", "lib/gate/matrix.test.ts");

  writeFileSync(
    join(root, "tsconfig.made.json"),
    JSON.stringify({ extends: "./tsconfig.json", include: [], files: [...made, "lib/gate/built-in-tools.ts"] }),
  );
  const types = spawnSync(
    process.execPath,
    ["node_modules/typescript/bin/tsc", "--noEmit", "--incremental", "false", "-p", "tsconfig.made.json"],
    {
      cwd: root,
      encoding: "utf8",
    },
  );
  // What is wrong elsewhere in the product is the business of `npm run verify`.
  expect(types.error).toBeUndefined();
  expect(types.stdout.split("\n").filter((line) => /count-letters|built-in-tools/.test(line))).toEqual([]);
});

it("makes what docs/add-a-tool.md turns into a tool that passes its test, and every test over all tools", { timeout: 60_000 }, () => {
  const root = copyProject();
  createTool(root, "checksum");
  const [tool = "", test = "", example = ""] = Array.from(
    readFileSync(join(project, "docs/add-a-tool.md"), "utf8").matchAll(/```ts\n([\s\S]*?)```/g),
    ([, code]) => code,
  );
  writeFileSync(join(root, "lib/tools/checksum/checksum.ts"), tool);
  writeFileSync(join(root, "lib/tools/checksum/checksum.test.ts"), test);
  const calls = join(root, "lib/testing/example-calls.ts");
  writeFileSync(calls, readFileSync(calls, "utf8").replace('    checksum: { text: "x" },\n', example));
  expectPassing(root, "lib/tools/checksum", "lib/gate/matrix.test.ts", "lib/gate/registry.test.ts");
});

it("refuses a name that is taken or is not kebab-case, and then writes nothing", () => {
  const root = copyProject();
  const list = () => readFileSync(join(root, "lib/gate/built-in-tools.ts"), "utf8");
  const before = list();
  for (const name of ["", "Weather", "weather_report", "../evil", "-x", "x--y", "a".repeat(65)]) {
    expect(() => createTool(root, name)).toThrow("kebab-case");
  }
  expect(() => createTool(root, "file-system")).toThrow("already");
  expect(list()).toBe(before);
});

import { mkdtempSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, expect, it } from "vitest";
import { readTally, sumOf, toldOf } from "./tally.ts";

const folder = mkdtempSync(path.join(os.tmpdir(), "countersign-tally-"));
afterAll(() => rm(folder, { recursive: true, force: true }));

const left = (tally: object) => {
  const file = path.join(folder, "tally.json");
  writeFileSync(file, JSON.stringify(tally));
  return file;
};

it("is what the runner left", async () => {
  expect(await readTally(left({ passed: 7, failed: 2, told: [] }), 1)).toEqual({ passed: 7, failed: 2, told: [] });
  expect(await readTally(left({ passed: 7, failed: 0, told: [] }), 0)).toEqual({ passed: 7, failed: 0, told: [] });
});

it("holds a failure when the runner left nothing, ran nothing, or ended badly without saying why", async () => {
  expect(await readTally(path.join(folder, "none.json"), 0)).toEqual({ passed: 0, failed: 1, told: [] });
  expect(await readTally(left({ passed: 0, failed: 0, told: [] }), 0)).toEqual({ passed: 0, failed: 1, told: [] });
  expect(await readTally(left({ passed: 7, failed: 0, told: [] }), 137)).toEqual({ passed: 7, failed: 1, told: [] });
});

it("adds up", () => {
  expect(
    sumOf([
      { passed: 1, failed: 0, told: [] },
      { passed: 2, failed: 3, told: ["failed: a"] },
    ]),
  ).toEqual({ passed: 3, failed: 3, told: ["failed: a"] });
});

it("tells a failure on one line, as it was said", () => {
  expect(toldOf("failed", "a.test.ts > adds up", "\u001b[31mexpected 1\u001b[0m\n  at line 2")).toBe(
    "failed: a.test.ts > adds up (expected 1)",
  );
  expect(toldOf("failed", "a.test.ts > adds up", undefined)).toBe("failed: a.test.ts > adds up");
});

import { mkdtempSync, readFileSync, rmdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { FileProblem, storageProblem } from "./file-problem.ts";

/** An error as the operating system gives it, with another code. */
function systemError(code: string): unknown {
  const folder = mkdtempSync(join(tmpdir(), "countersign-problem-"));
  try {
    readFileSync(folder);
  } catch (error) {
    return Object.assign(error as Error, { code });
  } finally {
    rmdirSync(folder);
  }
}

it.each([
  ["ENOSPC", "storage_failed", "the disk is full"],
  ["EACCES", "storage_failed", "no permission"],
  ["EROFS", "storage_failed", "read-only"],
  ["EIO", "storage_failed", "EIO"],
  ["ENOENT", "busy", "removed"],
])("puts %s into words that name no folder of the server", (code, expected, words) => {
  const problem = storageProblem(systemError(code), "notes.txt");
  expect(problem).toBeInstanceOf(FileProblem);
  expect(problem).toMatchObject({ code: expected, message: expect.stringContaining(words) });
  expect((problem as FileProblem).message).not.toContain(tmpdir());
});

it("lets through what is no error of the file system", () => {
  const stopped = new DOMException("stopped", "AbortError");
  expect(storageProblem(stopped, "notes.txt")).toBe(stopped);
  expect(storageProblem("thrown text", "notes.txt")).toBe("thrown text");
});

import { describe, expect, it } from "vitest";
import type { Pin } from "#lib/grants/grant.ts";
import { coverWords, hasLongValue } from "./grant-words.ts";

describe("what a standing approval covers, in words", () => {
  it("names every argument of the one call", () => {
    expect(coverWords({ input: { action: "write", path: "a.txt", n: 1 }, pins: null, files: null })).toBe(
      'with exactly action "write", path "a.txt", n 1',
    );
  });

  it("names the files that the one call runs, and none of the places where one was not", () => {
    const file = { path: null, bytes: null, sha256: null };
    const files = [
      { ...file, name: "a.sh", state: "file" as const },
      { ...file, name: "sub/a.sh", state: "missing" as const, isAside: true },
    ];
    expect(coverWords({ input: { command: "sh a.sh" }, pins: null, files })).toBe(
      'with exactly command "sh a.sh", while what it runs stays as it was: "a.sh"',
    );
  });

  it("gives of a long value the beginning and the length, and says that there is more", () => {
    const long = { input: { path: "a.txt", content: "x".repeat(5_000), n: 1 }, pins: null, files: null };
    expect(coverWords(long)).toBe(`with exactly path "a.txt", content "${"x".repeat(199)}... (5,002 characters), n 1`);
    expect([hasLongValue(long), hasLongValue({ input: { path: "a.txt" }, pins: null })]).toEqual([true, false]);
    expect(hasLongValue({ input: null, pins: [{ pointer: "/body", op: "absent" }] })).toBe(false);
  });

  it("names every pin of a pattern", () => {
    const pins: Pin[] = [
      { pointer: "/method", op: "one-of", value: ["GET", "HEAD"] },
      { pointer: "/url", op: "host-is", value: "example.com" },
      { pointer: "/body", op: "absent" },
    ];
    expect(coverWords({ input: null, pins, files: null })).toBe(
      'method is one of ["GET","HEAD"], and url has the host "example.com", and body is left out',
    );
  });
});

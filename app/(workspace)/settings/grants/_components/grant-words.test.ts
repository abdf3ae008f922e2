import { describe, expect, it } from "vitest";
import type { Pin } from "#lib/grants/grant.ts";
import { coverWords } from "./grant-words.ts";

describe("what a standing approval covers, in words", () => {
  it("names every argument of the one call", () => {
    expect(coverWords({ input: { action: "write", path: "a.txt", n: 1 }, pins: null })).toBe(
      'with exactly action "write", path "a.txt", n 1',
    );
  });

  it("names every pin of a pattern", () => {
    const pins: Pin[] = [
      { pointer: "/method", op: "one-of", value: ["GET", "HEAD"] },
      { pointer: "/url", op: "host-is", value: "example.com" },
      { pointer: "/body", op: "absent" },
    ];
    expect(coverWords({ input: null, pins })).toBe(
      'method is one of ["GET","HEAD"], and url has the host "example.com", and body is left out',
    );
  });
});

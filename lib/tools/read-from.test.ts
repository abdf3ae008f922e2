import { describe, expect, it } from "vitest";
import { kindsRead, MAX_NAMES, NOTHING_READ, withRead } from "./read-from.ts";

describe("what was read from outside", () => {
  it("names each place once, in the order in which it was read first", () => {
    const once = withRead(NOTHING_READ, { web: ["a.example", "b.example", "a.example"] });
    expect(withRead(once, { web: ["b.example", "c.example"], mcp: ["mail"] })).toEqual({
      web: ["a.example", "b.example", "c.example"],
      mcp: ["mail"],
      webhook: [],
    });
  });

  it("is the very same when nothing of it is new", () => {
    const known = withRead(NOTHING_READ, { web: ["a.example"] });
    for (const now of [undefined, {}, { web: [] }, { web: ["a.example"] }]) expect(withRead(known, now)).toBe(known);
  });

  it("keeps the newest of many, and never forgets a kind", () => {
    const many = Array.from({ length: MAX_NAMES + 5 }, (_, at) => `${at}.example`);
    const read = withRead(withRead(NOTHING_READ, { mcp: ["mail"] }), { web: many });
    expect([read.web.length, read.web[0], read.web.at(-1), read.mcp]).toEqual([MAX_NAMES, "5.example", "54.example", ["mail"]]);
    expect([kindsRead(NOTHING_READ), kindsRead(read)]).toEqual([[], ["web", "mcp"]]);
  });
});

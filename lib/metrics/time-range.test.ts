import { describe, expect, it } from "vitest";
import { HOUR_MS, rangeOf, splitRange, type TimeRange } from "./time-range.ts";

const at = (text: string) => new Date(`2026-03-${text}:00Z`);
const now = at("28T10:20").getTime();
const words = (parts: TimeRange[]) => parts.map(({ from, to }) => `${from.toISOString().slice(8, 16)}-${to.toISOString().slice(8, 16)}`);

describe("splitRange", () => {
  it("reads whole days by day, the hours around them by hour, and the ends call by call", () => {
    const { days, hours, calls } = splitRange({ from: at("20T21:40"), to: at("28T10:20") }, undefined, now);
    expect(words(days)).toEqual(["21T00:00-28T00:00"]);
    expect(words(hours)).toEqual(["20T22:00-21T00:00", "28T00:00-28T10:00"]);
    expect(words(calls)).toEqual(["20T21:40-20T22:00", "28T10:00-28T10:20"]);
  });

  it("uses no days for a series by hour", () => {
    const { days, hours, calls } = splitRange({ from: at("26T00:00"), to: at("28T10:20") }, HOUR_MS, now);
    expect([words(days), words(hours), words(calls)]).toEqual([[], ["26T00:00-28T10:00"], ["28T10:00-28T10:20"]]);
  });

  it("reads hours that are no longer kept call by call", () => {
    const { days, hours, calls } = splitRange({ from: at("02T21:40"), to: at("04T03:00") }, undefined, now);
    expect([words(days), words(hours), words(calls)]).toEqual([["03T00:00-04T00:00"], [], ["02T21:40-03T00:00", "04T00:00-04T03:00"]]);
  });

  it("covers every moment of any range exactly once", () => {
    for (let trial = 0; trial < 3_000; trial++) {
      const start = now - ((trial * 7_919_113) % (40 * 24 * HOUR_MS));
      const range = { from: new Date(start), to: new Date(start + 1 + ((trial * 104_729_017) % (20 * 24 * HOUR_MS))) };
      const { days, hours, calls } = splitRange(range, trial % 2 === 0 ? undefined : HOUR_MS, now);
      const ordered = [...days, ...hours, ...calls].sort((left, right) => left.from.getTime() - right.from.getTime());
      let reached = range.from.getTime();
      for (const part of ordered) {
        expect(part.from.getTime()).toBe(reached);
        reached = part.to.getTime();
      }
      expect(reached).toBe(range.to.getTime());
    }
  });
});

describe("rangeOf", () => {
  it("is the last 24 hours unless said otherwise", () => {
    expect(words([rangeOf({}, new Date(now))])).toEqual(["27T10:20-28T10:20"]);
    expect(words([rangeOf({ to: at("05T00:00") }, new Date(now))])).toEqual(["04T00:00-05T00:00"]);
  });

  it.each([
    ["an empty range", at("05T00:00"), at("05T00:00")],
    ["one that runs backwards", at("06T00:00"), at("05T00:00")],
    ["one of more than 400 days", new Date(0), at("05T00:00")],
  ])("refuses %s", (_what, from, to) => {
    expect(() => rangeOf({ from, to })).toThrow(expect.objectContaining({ code: "invalid_request" }));
  });
});

import { describe, expect, it } from "vitest";
import { before, bucketsOf, callsBehind, csvHref, inBuckets, lengthWords, readView, viewHref } from "./view.ts";

const now = new Date("2026-03-28T10:20:00Z");
const userId = "019b0000-0000-7000-8000-00000000000a";

describe("the address of the metrics page", () => {
  it("says everything that is shown, and is short for what is usual", () => {
    const view = readView({ range: "7d", tab: "approvals", tool: "shell", userId, entryPoint: "schedule" }, now);
    expect(view).toMatchObject({ range: "7d", tab: "approvals", bucket: "6h", filter: { tool: "shell", userId, entryPoint: "schedule" } });
    expect(viewHref(view)).toBe(`/metrics?tab=approvals&range=7d&tool=shell&userId=${userId}&entryPoint=schedule`);
    expect(viewHref(view, { tab: "tools", range: "24h", filter: { tool: undefined, userId: undefined, entryPoint: undefined } })).toBe(
      "/metrics",
    );
    expect(readView(Object.fromEntries(new URLSearchParams(viewHref(view).split("?")[1])), now)).toEqual(view);
  });

  it("takes a form's times as UTC", () => {
    const view = readView({ range: "custom", from: "2026-03-01T08:00", to: "2026-03-03T09:30", tool: "", userId: "", entryPoint: "" }, now);
    expect([view.from.toISOString(), view.to.toISOString(), view.bucket]).toEqual([
      "2026-03-01T08:00:00.000Z",
      "2026-03-03T09:30:00.000Z",
      "6h",
    ]);
    expect(view.filter).toEqual({ tool: undefined, userId: undefined, entryPoint: undefined });
  });

  it.each([
    { range: "1y" },
    { tab: "x", userId: "1", entryPoint: "fax" },
    { range: "custom", from: "x" },
    { range: "custom", from: "2026-04-01T00:00", to: "2026-01-01T00:00" },
    { tool: ["a", "b"] },
  ])("shows the last 24 hours for %j, which cannot be", (query) => {
    const view = readView(query as never, now);
    expect([view.to.getTime() - view.from.getTime(), view.tab]).toEqual([86_400_000, "tools"]);
  });

  it("leads from a figure to its calls and to its file with the same instants and filters", () => {
    const view = readView({ tool: "a b" }, now);
    expect(callsBehind(view, { status: "failed" })).toBe(
      "/tool-calls?status=failed&tool=a+b&from=2026-03-27T10%3A20%3A00.000Z&to=2026-03-28T10%3A20%3A00.000Z",
    );
    expect(csvHref(view, "/api/metrics/tools", { groupBy: "tool" })).toBe(
      "/api/metrics/tools?tool=a+b&from=2026-03-27T10%3A20%3A00.000Z&to=2026-03-28T10%3A20%3A00.000Z&groupBy=tool&format=csv",
    );
  });

  it("compares with the range of the same length before", () => {
    expect(before(readView({}, now))).toEqual({ from: new Date("2026-03-26T10:20:00Z"), to: new Date("2026-03-27T10:20:00Z") });
  });

  it("has a place for every part of a series, also the empty ones and the two that are cut", () => {
    const view = readView({}, now);
    const buckets = bucketsOf(view);
    expect([buckets.length, buckets[0]?.toISOString(), buckets.at(-1)?.toISOString()]).toEqual([
      25,
      "2026-03-27T10:00:00.000Z",
      "2026-03-28T10:00:00.000Z",
    ]);
    const placed = inBuckets(view, [{ bucket: new Date("2026-03-28T09:00:00Z"), calls: 3 }]);
    expect(placed.filter(({ row }) => row).map(({ at }) => at.toISOString())).toEqual(["2026-03-28T09:00:00.000Z"]);
  });

  it.each([
    ["2026-03-27T10:20:00Z", "24 h"],
    ["2026-03-21T10:20:00Z", "7 days"],
    ["2026-03-21T08:20:00Z", "7 d 2 h"],
    ["2026-03-28T04:50:00Z", "5 h 30 min"],
  ])("calls a range from %s %s long", (from, words) => {
    expect(lengthWords({ from: new Date(from), to: now })).toBe(words);
  });
});

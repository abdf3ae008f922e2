import { expect, it } from "vitest";
import { groupByDay } from "./group-by-day.ts";

const labels = (times: string[], now: string, zone: string) =>
  groupByDay(
    times.map((updatedAt) => ({ updatedAt })),
    Date.parse(now),
    zone,
  ).map((group) => [group.label, group.items.length]);

it("knows today, yesterday, the week before, and months", () => {
  const times = [
    "2026-11-29T20:00Z",
    "2026-11-29T00:30Z",
    "2026-11-28T23:00Z",
    "2026-11-24T10:00Z",
    "2026-11-10T10:00Z",
    "2025-12-01T10:00Z",
  ];
  expect(labels(times, "2026-11-29T22:00Z", "UTC")).toEqual([
    ["Today", 2],
    ["Yesterday", 1],
    ["Previous 7 days", 1],
    ["November 2026", 1],
    ["December 2025", 1],
  ]);
});

it("cuts days where the reader's midnight is, also on the day of a clock change", () => {
  expect(labels(["2026-11-29T04:00Z"], "2026-11-29T22:00Z", "America/New_York")).toEqual([["Yesterday", 1]]);
  expect(labels(["2026-03-28T22:30Z"], "2026-03-29T21:00Z", "Europe/Berlin")).toEqual([["Yesterday", 1]]);
});

it("takes a time that is a little ahead of our clock for today", () => {
  expect(labels(["2026-11-30T00:00:05Z"], "2026-11-29T23:59:59Z", "UTC")).toEqual([["Today", 1]]);
});

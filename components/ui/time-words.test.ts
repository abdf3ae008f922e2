import { describe, expect, it } from "vitest";
import { relativeWords, utcWords } from "#components/ui/time-words.ts";

const NOW = Date.parse("2026-11-29T12:00:00Z");
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

describe("relativeWords", () => {
  it.each([
    [0, "just now"],
    [-59 * SECOND, "just now"],
    [30 * SECOND, "in less than a minute"],
    [-MINUTE, "1 min. ago"],
    [-119 * SECOND, "1 min. ago"],
    [5 * MINUTE, "in 5 min."],
    [-2 * HOUR, "2 hr. ago"],
    [-DAY, "yesterday"],
    [DAY, "tomorrow"],
    [-(HOUR - SECOND), "59 min. ago"],
    [HOUR - SECOND, "in 1 hr."],
    [DAY - SECOND, "tomorrow"],
    [DAY - 40 * MINUTE, "in 23 hr."],
    [6 * DAY, "in 6 days"],
    [7 * DAY - SECOND, "6 Dec 2026"],
    [-6 * DAY, "6 days ago"],
    [-8 * DAY, "21 Nov 2026"],
  ])("%d ms from now: %s", (difference, words) => {
    expect(relativeWords(NOW + difference, NOW)).toBe(words);
  });
});

it("writes the same UTC time on every machine", () => {
  expect(utcWords(NOW)).toBe("2026-11-29 12:00 UTC");
});

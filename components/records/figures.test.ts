import { describe, expect, it } from "vitest";
import { durationWords, percentWords, shortCount, shortUsd } from "./figures.ts";

describe("figures", () => {
  it.each([
    [0, "0 ms"],
    [412.4, "412 ms"],
    [999.4, "999 ms"],
    [1_000, "1.0 s"],
    [1_349, "1.3 s"],
    [48_100, "48 s"],
    [59_990, "1.0 min"],
    [150_000, "2.5 min"],
    [3_600_000, "1.0 h"],
    [86_399_999, "1.0 d"],
    [181_440_000, "2.1 d"],
    [8_640_000_000, "100 d"],
  ])("%d ms are %s", (ms, words) => expect(durationWords(ms)).toBe(words));

  it.each([
    [1, "100 %"],
    [0.9999, "99.9 %"],
    [0.995, "99.5 %"],
    [0.0001, "0.1 %"],
    [0, "0 %"],
  ])("a share of %d is %s", (share, words) => expect(percentWords(share)).toBe(words));

  it.each([
    [0, "0"],
    [9_999, "9,999"],
    [12_345, "12 k"],
    [999_949, "1,000 k"],
    [1_234_567, "1.2 M"],
    [2_700_000_000, "2.7 G"],
  ])("%d is %s", (value, words) => expect(shortCount(value)).toBe(words));

  it.each([
    [0, "$0.00"],
    [0.000_01, "<$0.0001"],
    [0.004_12, "$0.0041"],
    [0.5, "$0.50"],
    [12.3, "$12.30"],
    [1_234.5, "$1,235"],
    [1_234_567, "$1.2 M"],
  ])("$%d is %s", (usd, words) => expect(shortUsd(usd)).toBe(words));
});

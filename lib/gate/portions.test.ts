import { describe, expect, it } from "vitest";
import { portionsOf } from "./portions.ts";

const portions = (...bytes: number[]) =>
  [
    ...portionsOf(
      bytes.map((size) => ({ bytes: size })),
      { items: 3, bytes: 10 },
    ),
  ].map((portion) => portion.map((item) => item.bytes));

describe("portions of a list", () => {
  it("hold no more items and bytes than said, in order, and nothing is left out", () => {
    expect(portions(1, 1, 1, 1, 9, 2, 5, 5)).toEqual([[1, 1, 1], [1, 9], [2, 5], [5]]);
  });

  it("hold what is too large by itself alone", () => {
    expect(portions(1, 99, 1)).toEqual([[1], [99], [1]]);
  });

  it("are none of nothing", () => {
    expect(portions()).toEqual([]);
  });
});

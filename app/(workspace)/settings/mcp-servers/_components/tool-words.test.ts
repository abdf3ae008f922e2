import { expect, it } from "vitest";
import { byNeed, waitsForReview } from "./tool-words.ts";

it("puts what needs somebody first, and keeps the rest by name", () => {
  const tools = (["approved", "gone", "new", "changed", "new", "unusable"] as const).map((status, at) => ({ status, at }));
  expect(byNeed(tools).map(({ at }) => at)).toEqual([3, 2, 4, 0, 5, 1]);
  expect(tools.filter(({ status }) => waitsForReview(status)).map(({ at }) => at)).toEqual([2, 3, 4]);
});

import { expect, it } from "vitest";
import { flatJson } from "#components/ui/flat-json.ts";

it.each([{}, [], null, 'a"b\n', 1.5, true, [1, [2, {}], "x"], { a: { b: [null, { "c\u202e": "d" }] }, e: [] }])(
  "writes %j as JSON.stringify does",
  (value) => {
    expect(flatJson(value)).toBe(JSON.stringify(value));
  },
);

it("writes what is nested 50,000 levels deep", () => {
  const text = "[".repeat(50_000) + "]".repeat(50_000);
  expect(flatJson(JSON.parse(text))).toBe(text);
});

import { expect, it } from "vitest";
import { placeQuery } from "./place-query.ts";

it("takes digits alone for a place in a stream, and nothing for none", () => {
  const read = (value: unknown) => placeQuery.safeParse(value).data;
  expect([read("0"), read("3000017"), read("9007199254740991"), read(""), read(undefined)]).toEqual([
    0,
    3_000_017,
    2 ** 53 - 1,
    undefined,
    undefined,
  ]);
  for (const value of ["-1", "1.5", "1e3", "0x10", " 7", "9007199254740992", "null", ["0", "1"], "\u0661"]) {
    expect(placeQuery.safeParse(value).error?.issues, String(value)).toHaveLength(1);
  }
});

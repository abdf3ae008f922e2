import { expect, it } from "vitest";
import { placeQuery, resumePlace } from "./place-query.ts";

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

it.each<[number | undefined, string | null, number]>([
  [undefined, null, 0],
  [undefined, "7", 7],
  [3, null, 3],
  [3, "7", 7],
  [7, "3", 7],
  [3, "", 3],
  [3, "-1", 3],
  [3, "1e3", 3],
  [3, "0x10", 3],
  [undefined, "yesterday", 0],
])(
  "goes on from the later place that a reader names, as an EventSource does that comes back to its old address: after %s, Last-Event-ID %j",
  (after, id, place) => {
    expect(resumePlace(after, new Headers(id === null ? {} : { "last-event-id": id }))).toBe(place);
  },
);

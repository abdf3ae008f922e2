import { expect, it } from "vitest";
import { instantText } from "./instant.ts";

it.each([
  ["2027-07-01T09:00:00+02:00", "2027-07-01T07:00:00.000Z"],
  ["0001-01-01T00:00:00Z", "0001-01-01T00:00:00.000Z"],
  ["9999-12-31T23:59:59Z", "9999-12-31T23:59:59.000Z"],
])("takes %s", (text, instant) => {
  expect(instantText.parse(text).toISOString()).toBe(instant);
});

it.each([
  "9999-12-31T23:59:59-12:00",
  "+010000-01-01T00:00:00Z",
  "0000-01-01T00:00:00Z",
  "0001-01-01T00:00:00+14:00",
  "2027-07-01",
  "2027-07-01T09:00:00",
  "2027-02-30T09:00:00Z",
  "yesterday",
  "",
])("refuses %j, which the database could not keep or which means nothing", (text) => {
  expect(instantText.safeParse(text).success).toBe(false);
});

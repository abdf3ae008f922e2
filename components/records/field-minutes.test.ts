import { expect, it } from "vitest";
import { fieldMinutes } from "./field-minutes.ts";

it("a form that is sent as it stands leaves out nothing of the range that it was drawn for", () => {
  const range = { from: new Date("2026-03-27T10:20:30.500Z"), to: new Date("2026-03-28T10:20:30.500Z") };
  expect(fieldMinutes(range)).toEqual({ from: "2026-03-27T10:20", to: "2026-03-28T10:21" });
  const whole = { from: new Date("2026-03-27T10:20:00Z"), to: new Date("2026-12-31T23:59:00.001Z") };
  expect(fieldMinutes(whole)).toEqual({ from: "2026-03-27T10:20", to: "2027-01-01T00:00" });
  expect(fieldMinutes({})).toEqual({ from: undefined, to: undefined });
});

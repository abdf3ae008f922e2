import { expect, it } from "vitest";
import { groupOutcome } from "./group-outcome.ts";

it.each([
  [["succeeded", "succeeded"], { status: "succeeded" }],
  [["succeeded", "not-made", "not-made"], { status: "not-made", word: "2 of 3 not made: a dry run" }],
  [["not-made", "refused", "succeeded"], { status: "refused", word: "1 of 3 refused" }],
  [["refused", "failed", "unknown"], { status: "unknown", word: "1 of 3 unknown: may have run" }],
])("a group of calls says how much of it was not done, by the worst, and calls no dry run a refusal: %j", (statuses, outcome) => {
  expect(groupOutcome(statuses)).toEqual(outcome);
});

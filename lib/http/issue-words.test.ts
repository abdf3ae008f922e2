import { expect, it } from "vitest";
import { z } from "zod";
import { issueWords } from "./issue-words.ts";

it.each([
  [z.string().min(1), "", "must not be empty"],
  [z.string().trim().min(1), "   ", "must not be empty"],
  [z.string().min(8), "short", "must have at least 8 characters"],
  [z.string().max(1), "ab", "must have at most 1 character"],
  [z.string().max(100_000), "a".repeat(100_001), "must have at most 100,000 characters"],
  [z.array(z.string()).min(1), [], "must have at least 1 entry"],
  [z.number().max(200), 201, "must be at most 200"],
  [z.int().min(1), 0, "must be at least 1"],
  [z.email(), "nobody", "must be an e-mail address"],
  [z.string(), undefined, "is missing"],
  [z.string().min(1, "Say what it is for"), "", "Say what it is for"],
])("what %# refuses is said in words for a person", (schema, input, words) => {
  expect(schema.safeParse(input, { error: issueWords }).error?.issues[0]?.message).toBe(words);
});

it("leaves what it has no better words for", () => {
  expect(z.strictObject({}).safeParse({ extra: 1 }, { error: issueWords }).error?.issues[0]?.message).toBe('Unrecognized key: "extra"');
});

import { describe, expect, it } from "vitest";
import { compileArguments } from "./compile-arguments.ts";

const words = (schema: unknown, input: unknown): string | null => {
  const [issue] = compileArguments(schema)(input) ?? [];
  return issue ? `${issue.path}: ${issue.message}` : null;
};

describe("arguments for a server's own schema", () => {
  it.each<[string, unknown, unknown, string | null]>([
    ["that fit", { properties: { a: { type: "string" } }, required: ["a"] }, { a: "x" }, null],
    ["that lack one", { properties: { a: { type: "string" } }, required: ["a"] }, {}, "a: is required"],
    ["with more than an open one names", { properties: {} }, { more: 1 }, null],
    ["with more than a closed one takes", { properties: {}, additionalProperties: false }, { more: 1 }, "more: is not a known argument"],
    ["without a schema", null, { any: [1] }, null],
    [
      "of one of two kinds",
      { oneOf: [{ required: ["a"] }, { required: ["b"] }] },
      { a: 1, b: 2 },
      ": must match exactly one schema in oneOf",
    ],
    [
      "of a tree",
      { properties: { next: { $ref: "#" } }, additionalProperties: false },
      { next: { next: { other: 1 } } },
      "next.next.other: is not a known argument",
    ],
    [
      "of draft 7",
      { $schema: "http://json-schema.org/draft-07/schema#", properties: { pair: { items: [{ type: "string" }, { type: "number" }] } } },
      { pair: ["a", "b"] },
      "pair.1: must be number",
    ],
    [
      "of a draft that is not known",
      { $schema: "https://example.com/draft", properties: { a: { type: "string" } } },
      { a: 1 },
      "a: must be string",
    ],
    [
      "by a pattern that is only right without u",
      { properties: { a: { pattern: "^[\\w-.]+$" } } },
      { a: "a b" },
      'a: must match pattern "^[\\w-.]+$"',
    ],
    ["by two patterns", { properties: { a: { pattern: "^a" }, b: { pattern: "^b" } } }, { a: "a", b: "a" }, 'b: must match pattern "^b"'],
  ])("%s", (_, schema, input, expected) => {
    expect(words(schema, input)).toBe(expected);
  });

  it("are refused when a pattern takes years to search, and when they are too long", () => {
    expect(words({ properties: { a: { pattern: "^(a+)+$" } } }, { a: `${"a".repeat(40)}b` })).toMatch(/could not be checked/);
    expect(words({}, { a: "x".repeat(200_001) })).toMatch(/a call may have 200000/);
  });

  it("are refused when references double the work with each step, and when many patterns take long together", () => {
    const step = (at: number) => ({ allOf: [{ $ref: `#/$defs/d${at + 1}` }, { $ref: `#/$defs/d${at + 1}` }] });
    const $defs = Object.fromEntries([...Array.from({ length: 40 }, (_, at) => [`d${at}`, step(at)]), ["d40", { type: "string" }]]);
    expect(words({ properties: { a: { $ref: "#/$defs/d0" } }, $defs }, { a: "x" })).toMatch(/could not be checked/);
    // Each takes some milliseconds, and matches.
    const slow = { properties: { a: { items: { pattern: "^(?:(a+)+$|.*b$)" } } } };
    expect(words(slow, { a: Array.from({ length: 5_000 }, () => `${"a".repeat(20)}b`) })).toMatch(/could not be checked/);
  });

  it("are not let through by a schema that would answer later, or that takes the place of another", () => {
    expect(words({ $async: true, required: ["a"] }, {})).toBe("a: is required");
    const id = "https://json-schema.org/draft/2020-12/schema";
    expect(words({ $id: id, required: ["a"] }, {})).toBe("a: is required");
    expect(words({ $id: id, required: ["b"] }, {})).toBe("b: is required");
    expect(words({ $schema: id, required: ["c"] }, {})).toBe("c: is required");
  });

  it.each<[string, unknown]>([
    ["a type that is none", { properties: { a: { type: "strin" } } }],
    ["a pattern that is none", { properties: { a: { pattern: "(" } } }],
    ["a reference to elsewhere", { properties: { a: { $ref: "https://evil.test/x" } } }],
    ["a list", []],
  ])("are not checked by %s: such a tool is set aside", (_, schema) => {
    expect(() => compileArguments(schema)).toThrow(/Its input schema/);
  });
});

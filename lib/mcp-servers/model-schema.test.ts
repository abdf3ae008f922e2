import { describe, expect, it } from "vitest";
import { isPlainObject } from "./is-plain-object.ts";
import { modelSchema } from "./model-schema.ts";

/** What OpenAI refuses a whole request for. */
function refusedFor(schema: unknown, isTop = true): string[] {
  if (!isPlainObject(schema)) return typeof schema === "boolean" && !isTop ? [] : ["not an object"];
  const { type, properties, items } = schema;
  const top = isTop ? ["oneOf", "anyOf", "allOf", "enum", "not", "$ref"].filter((keyword) => keyword in schema) : [];
  return [
    ...top,
    ...(isTop && type !== "object" ? ["the type"] : []),
    ...(type === "object" && !isPlainObject(properties) ? ["no properties"] : []),
    ...(type === "array" && !isPlainObject(items) ? ["no items"] : []),
    ...Object.values(isPlainObject(properties) ? properties : {}).flatMap((part) => refusedFor(part, false)),
    ...(items === undefined ? [] : refusedFor(items, false)),
  ];
}

const address = { type: "object", properties: { city: { type: "string" } }, required: ["city"] };

describe("the form in which a model is shown arguments", () => {
  it.each<[string, unknown]>([
    ["no properties", { type: "object" }],
    [
      "a list without items",
      {
        type: "object",
        properties: { list: { type: "array" }, deep: { type: "object", properties: { list: { type: ["array", "null"] } } } },
      },
    ],
    ["a place for each item", { type: "object", properties: { pair: { type: "array", items: [{ type: "string" }, { type: "array" }] } } }],
    ["no schema", undefined],
    ["null", null],
    ["an empty one", {}],
    ["true for an argument", { properties: { any: true, none: false } }],
    ["oneOf at the top", { oneOf: [address, { type: "object", properties: { zip: { type: "string" } } }] }],
    ["anyOf of what must be given", { anyOf: [{ required: ["a"] }, { required: ["b"] }], properties: { a: {}, b: {} } }],
    ["allOf at the top", { allOf: [address, { properties: { zip: { type: "string" } } }] }],
    ["a reference at the top", { $ref: "#/$defs/address", $defs: { address } }],
    ["a tree", { $ref: "#/$defs/node", $defs: { node: { type: "object", properties: { next: { $ref: "#/$defs/node" } } } } }],
    ["null besides", { type: ["object", "null"], properties: {} }],
  ])("is one that providers take: %s", (_, schema) => {
    expect(refusedFor(modelSchema(schema))).toEqual([]);
  });

  it("names all arguments of all alternatives, requires what all require, and says which belong together", () => {
    const schema = {
      description: "Where to.",
      oneOf: [
        { properties: { to: { type: "string" }, at: { type: "string" } }, required: ["to", "at"] },
        { properties: { to: { type: "number" }, via: { type: "string" } }, required: ["to", "via"] },
      ],
    };
    expect(modelSchema(schema)).toEqual({
      type: "object",
      description: "Where to. Needs to with at, or to with via.",
      properties: { to: { anyOf: [{ type: "string" }, { type: "number" }] }, at: { type: "string" }, via: { type: "string" } },
      required: ["to"],
    });
  });

  it("keeps what a reference leads to, and a sound schema as it is", () => {
    const schema = { type: "object", properties: { a: { $ref: "#/$defs/address" } }, additionalProperties: false, $defs: { address } };
    expect(modelSchema(schema)).toEqual(schema);
  });

  it("shows a model the characters that a reader would not see, as the page does", () => {
    expect(modelSchema({ properties: { a: { description: "Text\u{e0041}." } } })).toMatchObject({
      properties: { a: { description: "Text\\ue0041." } },
    });
  });

  it.each<[string, unknown, RegExp]>([
    ["a text", "object", /not an object/],
    ["arguments that are a list", { type: "array" }, /Its arguments are not an object/],
    [
      "a reference to itself",
      { $ref: "#/$defs/a", $defs: { a: { $ref: "#/$defs/b" }, b: { allOf: [{ $ref: "#/$defs/a" }] } } },
      /defined by itself/,
    ],
    ["a reference to nothing", { $ref: "#/$defs/a" }, /not there/],
    ["a reference to what every object has", { $ref: "#/constructor" }, /not there/],
    ["a reference to the internet", { $ref: "https://evil.test/schema.json" }, /outside of it/],
    [
      "branches without an end",
      {
        $defs: Object.fromEntries(
          Array.from({ length: 30 }, (_, at) => [`d${at}`, { allOf: [{ $ref: `#/$defs/d${at + 1}` }, { $ref: `#/$defs/d${at + 1}` }] }]),
        ),
        $ref: "#/$defs/d0",
      },
      /branches too often|not there/,
    ],
  ])("is none for %s", (_, schema, words) => {
    expect(() => modelSchema(schema)).toThrow(words);
  });
});

import { expect, it } from "vitest";
import type { Pin } from "#lib/grants/grant.ts";
import { argumentAt, canHold } from "./argument-at.ts";

const schema = {
  type: "object",
  properties: {
    command: { type: "string" },
    timeoutMs: { type: "integer" },
    "a/b": { type: ["string", "null"] },
    options: { type: "object", properties: { deep: { type: "boolean" } } },
    closed: { type: "object", properties: {}, additionalProperties: false },
    list: { type: "array", items: { type: "string" } },
    either: { anyOf: [{ type: "string" }, { type: "object" }] },
    any: true,
  },
  additionalProperties: false,
};

it.each([
  ["/command", { type: "string" }],
  ["/a~1b", { type: ["string", "null"] }],
  ["/options/deep", { type: "boolean" }],
  ["", schema],
])("finds what stands at %s", (pointer, found) => {
  expect(argumentAt(schema, pointer)).toEqual(found);
});

it.each(["/options/other", "/list/0", "/either/x", "/any/thing", "/options/other/deeper"])(
  "takes anything for possible at %s",
  (pointer) => {
    expect(argumentAt(schema, pointer)).toEqual({});
  },
);

it.each(["/comand", "/command/0", "/Command", "/closed/x", "/comand/x", "/toString", "/"])(
  "knows that nothing can stand at %s",
  (pointer) => {
    expect(argumentAt(schema, pointer)).toBeNull();
  },
);

it.each<[boolean, Pin]>([
  [true, { pointer: "/command", op: "starts-with", value: "npm " }],
  [true, { pointer: "/timeoutMs", op: "equals", value: 5 }],
  [true, { pointer: "/timeoutMs", op: "one-of", value: ["x", 5] }],
  [true, { pointer: "/timeoutMs", op: "absent" }],
  [true, { pointer: "/either", op: "starts-with", value: "x" }],
  [true, { pointer: "/options/deep", op: "equals", value: false }],
  [false, { pointer: "/comand", op: "starts-with", value: "npm " }],
  [false, { pointer: "/timeoutMs", op: "starts-with", value: "5" }],
  [false, { pointer: "/timeoutMs", op: "host-is", value: "example.com" }],
  [false, { pointer: "/command", op: "equals", value: 5 }],
  [false, { pointer: "/timeoutMs", op: "one-of", value: ["x", "y"] }],
])("says %s of whether a pin can be true: %o", (can, pin) => {
  expect(canHold(schema, pin)).toBe(can);
});

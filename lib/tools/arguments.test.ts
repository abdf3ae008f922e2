import { describe, expect, it } from "vitest";
import { getArgument, getString } from "./arguments.ts";

describe.each([
  { form: "JSON text", of: (json: string): unknown => json },
  { form: "a decoded object", of: (json: string): unknown => JSON.parse(json) },
])("an argument out of $form", ({ of }) => {
  it("is what was sent, or undefined, or the fallback", () => {
    const source = of('{"path":"a.txt","days":3,"empty":""}');
    expect(getArgument(source, "days")).toBe(3);
    expect(getArgument(source, "none")).toBeUndefined();
    expect(getString(source, "path")).toBe("a.txt");
    expect(getString(source, "empty", "fallback")).toBe("");
    expect(getString(source, "none")).toBeUndefined();
    expect(getString(source, "none", "fallback")).toBe("fallback");
  });

  it("is never one that every object inherits", () => {
    for (const name of ["constructor", "toString", "__proto__"]) expect(getArgument(of("{}"), name)).toBeUndefined();
  });

  it("is refused when it is of the wrong type", () => {
    for (const json of ['{"path":42}', '{"path":null}', '{"path":["a"]}']) {
      expect(() => getString(of(json), "path", "fallback")).toThrow("path: must be text");
    }
  });

  it("is refused when there is no object to take it from", () => {
    for (const json of ["[]", "null", "7"]) expect(() => getArgument(of(json), "path")).toThrow("not one JSON object");
  });
});

it("arguments cut in the middle are refused, not guessed", () => {
  for (const text of ["", "{", '{"path":"a']) expect(() => getArgument(text, "path")).toThrow("not valid JSON");
});

import { describe, expect, it } from "vitest";
import { holds } from "./condition.ts";

const input = { url: "https://API.Example.com/x", method: "POST", nested: { "a/b": { "~c": [1, "two"] } }, empty: "", none: null };

describe("a condition on arguments", () => {
  it.each([
    [{ pointer: "/method", op: "equals", value: "POST" }, true],
    [{ pointer: "/method", op: "equals", value: "post" }, false],
    [{ pointer: "/method", op: "not-equals", value: "GET" }, true],
    [{ pointer: "/missing", op: "not-equals", value: "GET" }, true],
    [{ pointer: "/method", op: "one-of", value: ["PUT", "POST"] }, true],
    [{ pointer: "/method", op: "one-of", value: ["PUT"] }, false],
    [{ pointer: "/nested/a~1b/~0c/1", op: "equals", value: "two" }, true],
    [{ pointer: "/nested/a~1b/~0c/2", op: "absent" }, true],
    [{ pointer: "/url", op: "starts-with", value: "https://" }, true],
    [{ pointer: "/none", op: "starts-with", value: "" }, false],
    [{ pointer: "/none", op: "not-starts-with", value: "x" }, true],
    [{ pointer: "/url", op: "contains", value: "Example" }, true],
    [{ pointer: "/empty", op: "present" }, true],
    [{ pointer: "/none", op: "equals", value: null }, true],
    [{ pointer: "/toString", op: "present" }, false],
    [{ pointer: "/__proto__", op: "present" }, false],
    [{ pointer: "/nested/constructor", op: "present" }, false],
  ] as const)("%j is %s", (condition, expected) => {
    expect(holds(condition as Parameters<typeof holds>[0], input)).toBe(expected);
  });

  it.each([
    ["https://example.com/", true],
    ["https://api.example.com", true],
    ["https://EXAMPLE.com.", true],
    ["https://example.com:8443/x", true],
    ["https://example.com@evil.test/", false],
    ["https://evil.test/?example.com", false],
    ["https://notexample.com", false],
    ["https://example.com.evil.test", false],
    ["https://ехample.com", false],
    ["https://example.com\\@evil.test", true],
    ["not an address", false],
  ])("host-is example.com takes %s: %s", (url, expected) => {
    expect(holds({ pointer: "/url", op: "host-is", value: "example.com" }, { url })).toBe(expected);
  });

  it.each([
    ["BÜCHER.example", "https://www.bücher.example/", true],
    ["bücher.example", "https://xn--bcher-kva.example/", true],
    ["xn--bcher-kva.example", "https://bücher.example/", true],
    ["example.com.", "https://example.com/", true],
    ["[2001:DB8:0::1]", "https://[2001:db8::1]/", true],
    ["0x5db8d822", "https://93.184.216.34/", true],
    ["*.example.com", "https://a.example.com/", false],
    ["", "https://example.com/", false],
    [".", "https://example.com./", false],
  ])("host-is %s is folded like the address: %s is %s", (value, url, expected) => {
    expect(holds({ pointer: "/url", op: "host-is", value }, { url })).toBe(expected);
  });

  it("that names a value exactly, true of a whole, is true of its parts; one on the beginning of a text is not", () => {
    const whole = { command: "npm ci && npm test" };
    const part = { command: "npm ci" };
    const command = (op: "equals" | "not-equals" | "starts-with") => ({ pointer: "/command", op, value: whole.command }) as const;
    expect(holds(command("equals"), part, whole)).toBe(true);
    expect(holds(command("not-equals"), part, whole)).toBe(false);
    expect(holds({ pointer: "/command", op: "one-of", value: [whole.command] }, part, whole)).toBe(true);
    expect(holds(command("starts-with"), part, whole)).toBe(false);
    expect(holds(command("equals"), part)).toBe(false);
  });

  it.each([
    { pointer: "/method", op: "contains" },
    { pointer: "/method", op: "contains", value: 3 },
    { pointer: "/method", op: "one-of", value: "POST" },
    { pointer: "/url", op: "host-is", value: ["example.com"] },
  ] as const)("throws for %j, which makes no sense, instead of guessing", (condition) => {
    expect(() => holds(condition as Parameters<typeof holds>[0], input)).toThrow();
  });
});

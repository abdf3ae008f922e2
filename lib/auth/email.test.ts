import { describe, expect, it } from "vitest";
import { emailSchema, normalizeEmail } from "./email.ts";

describe("an e-mail address", () => {
  it("is trimmed and lower-cased", () => {
    expect(normalizeEmail("  Ann.Lee+work@Example.ORG ")).toBe("ann.lee+work@example.org");
  });

  it("may name a host of an intranet", () => {
    expect(normalizeEmail("admin@localhost")).toBe("admin@localhost");
  });

  it.each([
    ["no @", "ann.example.org"],
    ["two @", "ann@evil.test@example.org"],
    ["a full-width @", "ann\uff20example.org"],
    ["a small @", "ann\ufe6bexample.org"],
    ["a Cyrillic letter", "\u0430nn@example.org"],
    ["the Kelvin sign, which lower-cases to k", "\u212aim@example.org"],
    ["a zero-width space", "an\u200bn@example.org"],
    ["a space inside", "ann lee@example.org"],
    ["a line break", "ann@example.org\nbcc:x@y.z"],
    ["NUL", "ann\0@example.org"],
    ["an empty label", "ann@example..org"],
    ["a dot at the end", "ann@example.org."],
    ["a comment", "ann(x)@example.org"],
    ["nothing before the @", "@example.org"],
    ["64 characters exceeded", `${"a".repeat(65)}@example.org`],
  ])("is refused with %s", (_what, value) => {
    expect(normalizeEmail(value)).toBeNull();
    expect(emailSchema.safeParse(value).success).toBe(false);
  });
});

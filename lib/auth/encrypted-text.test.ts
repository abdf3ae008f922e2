import { expect, it } from "vitest";
import { decryptText, encryptText } from "./encrypted-text.ts";

process.env.AUTH_SECRET ??= "a secret for tests, 32 characters or more";

it("holds a text that only this place can read, and never twice in the same form", () => {
  const encrypted = encryptText("Bearer tök-1", "mcp-server a");
  expect(encrypted).not.toContain("Bearer");
  expect(encryptText("Bearer tök-1", "mcp-server a")).not.toBe(encrypted);
  expect(decryptText(encrypted, "mcp-server a")).toBe("Bearer tök-1");
  expect(decryptText(encrypted, "mcp-server b")).toBeNull();
});

it("is not read when one bit of it was changed, or when it is nothing at all", () => {
  const bytes = Buffer.from(encryptText("secret", "a"), "base64");
  for (let at = 0; at < bytes.length; at += 1) {
    const changed = Buffer.from(bytes);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(decryptText(changed.toString("base64"), "a")).toBeNull();
  }
  expect(decryptText("", "a")).toBeNull();
});

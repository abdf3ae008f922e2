import { expect, it } from "vitest";
import { ownPath } from "./own-path.ts";

it.each(["/", "/chat/0190?x=1#y", "/approvals?tool=shell&status=pending", "/a%20b"])("goes on to the own path %s", (path) => {
  expect(ownPath(path)).toBe(path);
});

it("goes on to an absolute address of the own origin", () => {
  expect(ownPath("http://localhost:3000/chat", "http://localhost:3000")).toBe("/chat");
});

it.each([
  "//evil.test",
  "///evil.test",
  "https:evil.test",
  "https://evil.test/",
  "/\\evil.test",
  "/\\\\evil.test",
  "\\\\evil.test",
  "javascript:alert(1)",
  "/%09/evil.test",
  "/\t/evil.test",
  "/%5Cevil.test",
  "/%2F/evil.test",
  "/ /evil.test",
  "/\n//evil.test",
  "data:text/html,x",
  "http://localhost:3000.evil.test/",
  "http://localhost:3000@evil.test/",
  "/%E0%A4%A",
  `/${"a".repeat(3_000)}`,
  "",
  null,
])("answers %j with the start page", (value) => {
  expect(ownPath(value, "http://localhost:3000")).toBe("/");
});

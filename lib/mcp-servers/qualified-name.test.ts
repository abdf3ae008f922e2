import { expect, it } from "vitest";
import { qualifiedName } from "./qualified-name.ts";

it.each([
  ["github", "create_issue", "mcp__github__create_issue"],
  ["github", "createIssue", "mcp__github__createissue"],
  ["a-b", "x-y", "mcp__a-b__x-y"],
  ["mail", "send.mail", "mcp__mail__send_mail_c9cf429c"],
  ["mail", "send/mail", "mcp__mail__send_mail_cfb90043"],
])("is made of %s and %s alone", (server, tool, name) => {
  expect(qualifiedName(server, tool)).toBe(name);
});

it("is what every provider takes, and another for every other tool, however long or odd their names are", () => {
  const tools = ["x".repeat(128), `${"x".repeat(127)}y`, "ｓｈｅｌｌ", "shell ", "шелл", "\u{1f600}", "a b", "a_b", "a.b", "İ", "K"];
  const names = tools.map((tool) => qualifiedName("a-server-of-24-characters".slice(0, 24), tool));
  expect(new Set(names).size).toBe(tools.length);
  for (const name of names) expect(name).toMatch(/^mcp__[a-z0-9_-]{1,59}$/);
});

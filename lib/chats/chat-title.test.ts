import { describe, expect, it } from "vitest";
import { chatTitle, titleFrom } from "./chat-title.ts";

const ZERO_WIDTH = "\u200b\u2060\ufeff";

describe("a chat's automatic title", () => {
  it.each([
    ["the message, when it is short", "  List my files  ", "List my files"],
    ["its first line in which there is something to see", `\r\n ${ZERO_WIDTH}\nHello\nthere`, "Hello"],
    ["nothing, when there is nothing to see", ZERO_WIDTH, ""],
    ["on one line, without tabs and other signs of a line's end", "a\tb\u2028c", "a b c"],
    ["cut at a word", `${"word ".repeat(11)}and-a-long-one`, `${"word ".repeat(11).trim()}…`],
    ["cut within a word that is longer than half of it", `Look: ${"x".repeat(100)}`, `Look: ${"x".repeat(54)}…`],
    ["cut within a text without blanks", "日本語".repeat(40), `${"日本語".repeat(20)}…`],
    ["cut between whole characters", `x${"😀".repeat(60)}`, `x${"😀".repeat(29)}…`],
  ])("is %s", (_what, text, title) => {
    expect(titleFrom(text)).toBe(title);
  });
});

describe("a name for a chat", () => {
  it("has something to see in it, and at most 200 characters", () => {
    expect(chatTitle.parse("  Plans  ")).toBe("Plans");
    expect(chatTitle.parse("Plans\r\n## of\u2028others\n")).toBe("Plans ## of others");
    expect(chatTitle.parse("👩‍👩‍👧")).toBe("👩‍👩‍👧");
    for (const title of ["", "   ", ZERO_WIDTH, "\u00ad\u202e", "\u3164\u2800", "x".repeat(201)])
      expect(chatTitle.safeParse(title).success).toBe(false);
  });
});

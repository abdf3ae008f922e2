import { expect, it } from "vitest";
import { shortTitle } from "./chat-acts.ts";
import { titleWords } from "./title-words.ts";

it("shows a name in which nothing hides, and that there is none yet", () => {
  expect(titleWords("Ägypten, 日本 👩‍👩‍👧")).toBe("Ägypten, 日本 👩‍👩‍👧");
  expect(titleWords("Report \u202egpj.exe\u200b")).toBe("Report \\u{202E}gpj.exe\\u{200B}");
  expect(shortTitle("a\u202eb")).toBe("a\\u{202E}b");
  expect(titleWords("")).toBe("New chat");
});

import { expect, it } from "vitest";
import { outline, pageTitle } from "./outline.ts";

const page = (body: string) =>
  `200 OK · text/html · https://x.test/\nCharacters 0–99 of 99.\nWhat stands between the two markers …\n<untrusted-content id="a1">\nTitle: News\n\n${body}\n</untrusted-content id="a1">`;

it("reads the numbered stories of a front page, without links and sites", () => {
  const text = page(
    "Hacker News | new\n1. | [First story](https://a.test/1) (a.test)\n90 points\n2. | [Second | story](https://b.test)\n3. [Third](https://c.test) (c.test/blog)\n4. Fourth",
  );
  expect(outline(text)).toEqual(["First story", "Second story", "Third", "Fourth"]);
  expect(pageTitle(text)).toBe("News");
});

it("reads headings, then items, then the first lines", () => {
  expect(outline(page("# One\ntext\n## Two\n- a\n- b\n- c"))).toEqual(["a", "b", "c"]);
  expect(outline(page("# One\n## Two\n### Three\n- a\n- b\n- c"))).toEqual(["One", "Two", "Three"]);
  expect(outline(page("# Only\nsome words"))).toEqual(["Only"]);
  expect(outline(page("plain\nwords"))).toEqual(["plain", "words"]);
  expect(outline(page(""))).toEqual([]);
});

it("keeps a page from flooding the chat", () => {
  const items = outline(page(Array.from({ length: 50 }, (_, i) => `${i}. ${"x".repeat(500)} ${i}`).join("\n")));
  expect(items.length).toBeLessThanOrEqual(12);
  expect(Math.max(...items.map((item) => item.length))).toBeLessThanOrEqual(160);
});

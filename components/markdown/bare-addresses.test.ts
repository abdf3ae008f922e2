import type { Nodes } from "mdast";
import { expect, it } from "vitest";
import { cpuMs } from "#lib/testing/cpu-ms.ts";
import { parseMarkdown } from "./parse-markdown.ts";

function linksOf(text: string): string[] {
  const find = (node: Nodes): string[] => (node.type === "link" ? [node.url] : "children" in node ? node.children.flatMap(find) : []);
  return find(parseMarkdown(text));
}

it.each([
  ["see https://example.com/a now", ["https://example.com/a"]],
  ["HTTP://Example.com, then http://b.org.", ["HTTP://Example.com", "http://b.org"]],
  ["(https://en.wikipedia.org/wiki/Gate_(disambiguation))", ["https://en.wikipedia.org/wiki/Gate_(disambiguation)"]],
  ["**https://a.example/x**, _https://b.example_?", ["https://a.example/x", "https://b.example"]],
  ["| a |\n|---|\n| https://a.example/x_y_z?q=1&r=2 |", ["https://a.example/x_y_z?q=1&r=2"]],
  ["- https://a.example\n\n> https://b.example/#c", ["https://a.example", "https://b.example/#c"]],
])("%s has the links %j", (text, links) => {
  expect(linksOf(text)).toEqual(links);
});

it.each(["xhttps://a.example", "`https://a.example`", "    https://a.example", "www.example.com", "a@example.com", "https://"])(
  "%j has none",
  (text) => {
    expect(linksOf(text)).toEqual([]);
  },
);

it("leaves links as they are written, whatever their text", () => {
  expect(linksOf("[https://bank.com](https://evil.org) <https://c.example>")).toEqual(["https://evil.org", "https://c.example"]);
});

it("loses no character, and takes linear time", () => {
  const startedAt = cpuMs();
  for (const text of [
    `https://a.example/${")".repeat(150_000)}`,
    "https://a.example/?!. ".repeat(8_000),
    `https://${"(".repeat(150_000)}`,
  ]) {
    const shown = (node: Nodes): string => ("value" in node ? node.value : "children" in node ? node.children.map(shown).join("") : "");
    expect(shown(parseMarkdown(text))).toBe(text.trim());
  }
  expect(cpuMs() - startedAt).toBeLessThan(2000);
});

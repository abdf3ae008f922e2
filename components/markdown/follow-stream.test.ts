import type { Nodes, RootContent } from "mdast";
import { describe, expect, it } from "vitest";
import { type FollowedText, followStream, NOTHING_YET } from "#components/markdown/follow-stream.ts";
import { parseMarkdown } from "#components/markdown/parse-markdown.ts";
import { cpuMs } from "#lib/testing/cpu-ms.ts";

const DOCUMENTS: Record<string, string> = {
  everything:
    "# Title\n\nSome **bold**, *italic*, ~~gone~~ and `code`.\nSecond line\nSetext\n===\n\n- one\n- two\n  - nested\n\n  paragraph of two\n- [ ] task\n\n1. first\n2. second\n\n> quote\nlazy\n> more\n\n---\n\n| a | b |\n|:--|--:|\n| 1 | 2 |\n\n```js\nconst a = 1;\n\n# not a heading\n```\nafter\n\n    indented code\n\n    still\n\nEnd.",
  "a hash that is no heading": "para\n#foo\nmore\n\n#\nlast",
  "a line of dashes that is a list": "text\n- item\n\ntext\n---\ntext\n-\n",
  "html blocks": "<div>\n\n*x*\n\n</div>\ntext <b>y</b>\n\n<!-- a\n\nb -->\nend",
  "fences in lists and quotes": "- a\n  ```sh\n  ls\n\n  pwd\n  ```\n- b\n\n> ```\n> x\n> ```\n\n~~~\n```\n~~~\n\n````md\n```\n````\nz",
  "windows lines": "a\r\n\r\n- b\r\n- c\r\n\r\n```\r\nd\r\n```\r\n",
  "a table that is none": "| a | b\n| c |\n\n| a |\n| - |\nx\n\ny",
  "blank lines at both ends": "\n\n\n  a\n\n\n   b\n\n\n",
  "right to left": "مرحبا\n\n- واحد\n- two\n\n`ls`",
};

/** A tree without what says where it came from. */
function shape(node: Nodes | RootContent): unknown {
  const { position: _, ...rest } = node as Nodes & { position?: unknown };
  return "children" in rest ? { ...rest, children: rest.children.map(shape) } : rest;
}

function textOf(node: Nodes | RootContent): string {
  if ("value" in node) return node.value;
  return "children" in node ? node.children.map(textOf).join("") : "";
}

function stream(text: string, everyStep: (followed: FollowedText, soFar: string) => void = () => {}): FollowedText {
  let followed = NOTHING_YET;
  for (let end = 1; end <= text.length; end += 1) {
    followed = followStream(followed, text.slice(0, end));
    everyStep(followed, text.slice(0, end));
  }
  return followed;
}

describe("followStream", () => {
  it.each(Object.entries(DOCUMENTS))("arrives at the tree of the whole text, character by character: %s", (_name, text) => {
    const followed = stream(text);
    const whole = parseMarkdown(text).children;
    expect([...followed.settled, ...followed.open].map(shape)).toEqual(whole.map(shape));
  });

  it.each(Object.entries(DOCUMENTS))("never takes a settled block back: %s", (_name, text) => {
    const whole = parseMarkdown(text).children.map(shape);
    stream(text, ({ settled }) => expect(settled.map(shape)).toEqual(whole.slice(0, settled.length)));
  });

  it("keeps the very objects of settled blocks", () => {
    const before = followStream(NOTHING_YET, "a\n\nb\n\nc\n");
    const after = followStream(before, "a\n\nb\n\nc\nd");
    expect(before.settled.length).toBe(2);
    expect(after.settled[0]).toBe(before.settled[0]);
    expect(followStream(after, after.text)).toBe(after);
  });

  it("starts again when the text is another one", () => {
    const before = followStream(NOTHING_YET, "one\n\ntwo\n\n");
    expect(followStream(before, "three").open.map(textOf)).toEqual(["three"]);
    expect(followStream(before, "three").settled).toEqual([]);
  });

  it.each([
    ["```js\nconst a=1", "const a=1"],
    ["| a | b", "| a | b"],
    ["[text](http://exa", "text"],
    ["**bo", "bo"],
    ["*it", "it"],
    ["`co", "co"],
    ["a <scr", "a <scr"],
    ["a <script>alert(1)</script>", "a <script>alert(1)</script>"],
    ["![alt](http://x/y.pn", "![alt](http://x/y.pn"],
    ["![al", "![al"],
    ["`![al", "![al"],
    ["a ![alt]", "a ![alt]"],
    ["costs $5 and $$x", "costs $5 and $$x"],
    ["- [ ] a\n- **b", "ab"],
  ])("shows the text of %j while it is unfinished", (text, shown) => {
    const { settled, open } = followStream(NOTHING_YET, text);
    expect([...settled, ...open].map(textOf).join("")).toBe(shown);
  });

  it("shows a fence that is never closed as code, at every step", () => {
    stream("```js\nconst a=1;\n\n| x |\n**b", ({ open, settled }, soFar) => {
      if (soFar.length < 4) return;
      expect(settled).toEqual([]);
      expect(open.map(({ type }) => type)).toEqual(["code"]);
    });
  });

  it("follows a fence of 20,000 lines without reading it again for each", () => {
    const line = `${"x".repeat(60)}\n`;
    const startedAt = cpuMs();
    let followed = NOTHING_YET;
    for (let lines = 0; lines < 20_000; lines += 100) followed = followStream(followed, `\`\`\`\n${line.repeat(lines)}`);
    expect(cpuMs() - startedAt).toBeLessThan(3000);
    expect(followed.open[0]).toMatchObject({ type: "code" });
  });

  it("costs the last block, not the message: a long message streams in linear time", () => {
    const paragraph = "Some **bold** words and `code`, about one line of it, as models write.\n\n";
    const text = paragraph.repeat(500);
    const startedAt = cpuMs();
    let followed = NOTHING_YET;
    for (let end = 0; end <= text.length; end += 20) followed = followStream(followed, text.slice(0, end));
    expect(cpuMs() - startedAt).toBeLessThan(3000);
    expect(followed.settled.length).toBeGreaterThan(490);
  });
});

import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { JsonView } from "#components/ui/json-view.tsx";

const render = (value: unknown) => renderToStaticMarkup(createElement(JsonView, { value }));

describe("JsonView", () => {
  it("says how long a long text is and has all of it behind that", () => {
    const html = render({ content: `start ${"x".repeat(4990)} end` });
    expect(html).toContain("Show all 5,000 characters");
    expect(html).toContain(`${"x".repeat(4990)} end`);
  });

  it("has every entry of a long list, in pages that say which", () => {
    const html = render(Array.from({ length: 230 }, (_, index) => `entry-${index}`));
    expect(html).toContain("230 items");
    expect(html).toContain("201–230 of 230");
    for (const index of [0, 99, 100, 229]) expect(html).toContain(`entry-${index}<`);
  });

  it("writes out what hides in keys and in texts", () => {
    const html = render({ "pa\u200bth": "a\u202eb", "p\u0430th": 1 });
    expect(html).toContain("\\u{200B}");
    expect(html).toContain("\\u{202E}");
    expect(html).toContain("\\u{430}");
  });

  it("never makes markup of a value", () => {
    const html = render({ "<img src=x onerror=alert(1)>": "</details><script>alert(1)</script>" });
    expect(html).not.toMatch(/<img|<script/);
  });

  it("draws what is nested beyond reason, whole", () => {
    const html = render(JSON.parse(`${"[".repeat(20_000)}"core"${"]".repeat(20_000)}`));
    expect(html).toContain("core");
  });

  it.each([undefined, null, "", 0, false, [], {}])("draws %j", (value) => {
    expect(render(value)).toContain("</div>");
  });
});

import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { Markdown } from "#components/markdown/markdown.tsx";
import { StreamedBlocks } from "#components/markdown/streamed-blocks.tsx";
import { cpuMs } from "#lib/testing/cpu-ms.ts";

const render = (text: string) => renderToStaticMarkup(createElement(Markdown, { text }));
const renderStreaming = (text: string) => renderToStaticMarkup(createElement(StreamedBlocks, { text, isStreaming: true }));

/** What must never come from a text, whatever it says: elements that load or run, handlers, styles, and addresses that do either. */
const ACTIVE =
  /<(?:script|img|image|iframe|object|embed|video|audio|source|link|style|meta|base|form|foreignObject|math|template|noscript)\b|<[^>]*\s(?:on\w+|style|srcset|poster|formaction|background)\s*=|<[^>]*\s(?:href|src|xlink:href|action)\s*=\s*"(?!https?:|mailto:)/i;

const HOSTILE = [
  "<img src=http://127.0.0.1:9099/x>",
  "<video poster=http://127.0.0.1:9099/x></video>",
  "<svg><image href=http://127.0.0.1:9099/x /></svg>",
  "<link rel=prefetch href=http://127.0.0.1:9099/x>",
  '<div style="background:url(http://127.0.0.1:9099/x)">a</div>',
  "<style>@import 'http://127.0.0.1:9099/x'</style>",
  "<iframe src=http://127.0.0.1:9099/x></iframe>",
  "<meta http-equiv=refresh content='0;url=http://127.0.0.1:9099/x'>",
  "![x](http://127.0.0.1:9099/x)",
  "![x][1]\n\n[1]: http://127.0.0.1:9099/x",
  "[![x](http://127.0.0.1:9099/x)](http://127.0.0.1:9099/y)",
  "![x](data:image/svg+xml;base64,PHN2Zy8+)",
  "![x](javascript:alert(1))",
  "[x](javascript:alert(1))",
  "[x](JaVaScRiPt:alert(1))",
  "[x](java&#10;script:alert(1))",
  "[x](&#106;avascript:alert(1))",
  "[x](<java\\script:alert(1)>)",
  "[x](data:text/html,<script>alert(1)</script>)",
  "[x][1]\n\n[1]: javascript:alert(1)",
  '[x](http://a.b "onmouseover=alert(1)")',
  '[x](http://a.b/"onmouseover="alert(1))',
  "[x](http://a.b '\"><img src=x onerror=alert(1)>')",
  "<javascript:alert(1)>",
  "<vbscript:msgbox(1)>",
  "<img src=x onerror=alert(1)>",
  "</div><script>alert(1)</script>",
  "</code></pre><script>alert(1)</script>",
  "`</code><script>alert(1)</script>`",
  "```\n</code></pre><script>alert(1)</script>\n```",
  '```html"><img src=x onerror=alert(1)>\nx\n```',
  '```mermaid\ngraph TD; A["<img src=x onerror=alert(1)>"]; click A "javascript:alert(1)"\n```',
  "$$\\href{javascript:alert(1)}{x}$$",
  "| <img src=x onerror=alert(1)> |\n| - |\n| <script>alert(1)</script> |",
  "# <svg onload=alert(1)>",
  "- [ ] <input autofocus onfocus=alert(1)>",
  "[^1]\n\n[^1]: <script>alert(1)</script>",
  "<!--><script>alert(1)</script>-->",
  "<![CDATA[<script>alert(1)</script>]]>",
  "<?php <script>alert(1)</script> ?>",
  "<a href=javascript:alert(1)>x</a>",
  "<form action=http://127.0.0.1:9099/x><button>x</button></form>",
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  "<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>",
];

describe("a hostile text", () => {
  it("is caught by the check of this test when it gets through", () => {
    for (const planted of [
      "<p><img></p>",
      '<a href="javascript:x">',
      '<a href="/api">',
      "<p onclick=x>",
      '<p style="x">',
      "<script>",
      '<a href="data:,x">',
    ]) {
      expect(ACTIVE.test(planted), planted).toBe(true);
    }
  });

  it.each(HOSTILE)("%s becomes nothing that loads or runs", (text) => {
    expect(render(text)).not.toMatch(ACTIVE);
  });

  it.each(HOSTILE)("%s is as harmless at every step of its stream", (text) => {
    for (let end = 1; end <= text.length; end += 1) expect(renderStreaming(text.slice(0, end))).not.toMatch(ACTIVE);
  });

  it("shows HTML as the text that it is", () => {
    expect(render("a <b>c</b> <scr" + "ipt>x</script>")).toContain("a &lt;b&gt;c&lt;/b&gt; &lt;script&gt;x&lt;/script&gt;");
    expect(render("<div>\n**x**\n</div>")).toContain("&lt;div&gt;\n**x**\n&lt;/div&gt;");
  });

  it.each([
    [">".repeat(5000), "quotes in quotes"],
    ["[a][b] ".repeat(10_000), "references without definitions"],
    ["~a".repeat(20_000), "tildes"],
    ["*a **b ".repeat(5000), "emphasis never closed"],
    ["[".repeat(20_000), "brackets"],
    ["<a ".repeat(20_000), "tags never closed"],
    ["`".repeat(3).concat("\n", "x\n".repeat(50_000)), "a long fence"],
    ["x".repeat(200_001), "one long line"],
    [Array.from({ length: 300 }, (_, level) => `${" ".repeat(2 * level)}- a`).join("\n"), "lists in lists"],
  ])("is drawn in reasonable time, whole (%#)", (text) => {
    const startedAt = cpuMs();
    render(text);
    renderStreaming(text);
    expect(cpuMs() - startedAt).toBeLessThan(4000);
  });
});

describe("links and images", () => {
  it("opens links in a tab of their own that knows nothing of this one, with the host beside the text", () => {
    const html = render("[the docs](https://docs.example.com/a)");
    expect(html).toContain('href="https://docs.example.com/a"');
    expect(html).toContain('rel="noopener noreferrer nofollow"');
    expect(html).toContain("(docs.example.com)");
  });

  it("shows where a link leads when its text names another place", () => {
    expect(render("[https://bank.com](https://evil.org/bank.com)")).toContain("(evil.org)");
    expect(render("[https://p\u0430ypal.com](https://p\u0430ypal.com)")).toContain("(xn--pypal-4ve.com)");
  });

  it("does not repeat the host of a bare address", () => {
    expect(render("see https://example.com/a now")).not.toContain("(example.com)");
  });

  it("leaves a link that may not be followed as its text", () => {
    expect(render("[x](javascript:alert(1)) y")).toContain('<p dir="auto">x y</p>');
    expect(render("[sign out](/api/auth/signout)")).not.toContain("<a");
  });

  it("turns an image into a link with its host, or into words when there is nowhere to go", () => {
    const html = render("![a chart](https://cdn.example.com/c.png)");
    expect(html).toContain('href="https://cdn.example.com/c.png"');
    expect(html).toContain("Image: a chart");
    expect(html).toContain("(cdn.example.com)");
    expect(render("![a chart](data:image/png;base64,AAAA)")).toContain("Image: a chart");
  });
});

describe("what is written", () => {
  it("takes its own direction, code stays left to right", () => {
    const html = render("مرحبا، شغّل الأمر `ls -la` ثم افتح /etc/hosts.\n\n```\nls\n```\n\n- واحد\n- two");
    expect(html).toContain('<p dir="auto">مرحبا');
    expect(html).toContain('<code dir="ltr">ls -la</code>');
    expect(html).toMatch(/<figure[^>]* dir="ltr"/);
    expect(html).toContain('<ul dir="rtl"><li dir="auto">');
  });

  it("has a line above a block of code only when a language is named", () => {
    expect(render("```\nls\n```")).not.toContain("<figcaption");
    expect(render("```sh\nls\n```")).toMatch(/<figcaption[^>]*><span[^>]*>sh<\/span>/);
    expect(render("```sh title\nls\n```")).toContain(">sh title</span>");
    for (const text of ["```\nls\n```", "```sh\nls\n```"]) expect(render(text).split("Copy code").length).toBe(2);
  });

  it("writes out what would be invisible, in prose and in code", () => {
    expect(render("a\u202eb")).toContain("\\u{202E}");
    expect(render("a&#x202E;b")).toContain("\\u{202E}");
    expect(render("`a\u2066b`")).toContain("\\u{2066}");
    expect(render("hi\u{e0068}\u{e0069}")).toContain("\\u{E0068}");
  });

  it("gives headings consecutive levels, so that the page's outline has no holes", () => {
    const html = render("# a\n\n### b\n\n###### c");
    expect(html).toMatch(/<h2[^>]*>a<\/h2><h3[^>]*>b<\/h3><h4[^>]*>c<\/h4>/);
  });

  it("has tables, tasks, numbered lists from where they start, quotes, rules and line breaks", () => {
    expect(render("| a | b |\n|:-|-:|\n| 1<br>2 | 3 |")).toMatch(
      /<th[^>]*text-left[^>]*>a<\/th>.*<td[^>]*>1<br\/>2<\/td><td[^>]*text-right/,
    );
    expect(render("- [x] done\n- [ ] open")).toMatch(/checked=""[^>]*>done/);
    expect(render("3. c\n4. d")).toContain('start="3"');
    expect(render("> q\n\n---\n\na  \nb")).toMatch(/<blockquote.*<hr\/>.*a<br\/>\s*b/s);
  });

  it("shows every source of a list, also one that nothing refers to or that comes twice, and hides what links use", () => {
    const html = render('See [a].\n\n[a]: https://a.test/x\n[a]: https://second.test/\n[^1]: https://b.test/y "words"\n\n[//]: # (hidden)');
    expect(html).toMatch(/See <a href="https:\/\/a\.test\/x"/);
    expect(html).not.toContain('[a]: <a href="https://a.test');
    for (const shown of ["https://second.test/", "[^1]:", "https://b.test/y", "&quot;words&quot;", "hidden"]) expect(html).toContain(shown);
    expect(renderStreaming("[1]: https://a.test/x\n\nmore")).toContain("https://a.test/x");
    expect(render("> [q]: https://q.test/\n\nSee [q].")).toContain('See <a href="https://q.test/"');
  });

  it("shows all that stands behind a fence", () => {
    expect(render("```js title=\u202ea.js\nx\n```")).toContain(">js title=\\u{202E}a.js</span>");
    expect(renderStreaming("~~~ rm -rf everything")).toContain(">rm -rf everything</span>");
  });

  it("shows mathematics and diagrams as they are written", () => {
    expect(render("$$x^2$$ costs $5")).toContain("$$x^2$$ costs $5");
    expect(render("```mermaid\ngraph TD\n```")).toMatch(/<figcaption[^>]*><span[^>]*>mermaid/);
  });
});

import { describe, expect, it } from "vitest";
import { htmlToText } from "./html-to-text.ts";

const textOf = (html: string, maxChars = 1_000_000): string => htmlToText(html, "https://site.test/dir/page", maxChars).text;

describe("htmlToText", () => {
  it("takes no title of a drawing for the page's", () => {
    const page = htmlToText("<svg><title>Icon</title></svg><title>Page</title><p>x", "https://site.test/", 1_000);
    expect(page.title).toBe("Page");
  });

  it("reads a page as a person does: title apart, headings, paragraphs, items, cells, links with absolute addresses", () => {
    const page = htmlToText(
      `<title> A  page </title><h1>Top <em>news</em></h1><p>One
       line, <a href="../x?a=1">a  link</a> and <a href="//other.test/">another</a>.<p>Next<br>line
       <ul><li>one<li><p>two</p><li><a href="/deep"><h3>Three</h3></a></ul>
       <table><tr><th>Name<th>Age<tr><td>Ana<td>41</table><pre>  keep
    this</pre>`,
      "https://site.test/dir/page",
      1_000,
    );
    expect(page.title).toBe("A page");
    expect(page.text).toBe(
      [
        "# Top news",
        "",
        "One line, [a link](https://site.test/x?a=1) and [another](https://other.test/).",
        "",
        "Next",
        "line",
        "",
        "- one",
        "",
        "- two",
        "",
        "### [Three](https://site.test/deep)",
        "",
        "Name | Age",
        "Ana | 41",
        "",
        "  keep",
        "    this",
      ].join("\n"),
    );
  });

  it.each([
    ["<ol><li>one<li>two</ol>", "1. one\n2. two"],
    ["<ol start=30><li>one<li value=7>two<li>three</ol>", "30. one\n7. two\n8. three"],
    ["<ol reversed><li>one<li>two<li>three</ol>", "3. one\n2. two\n1. three"],
    ["<ol><li>one<ul><li>inner</ul><li>two<ol><li>other</ol><li>three</ol>", "1. one\n\n- inner\n\n2. two\n\n1. other\n\n3. three"],
    ["<ol><li>one<li style='display:none'>no<li>two</ol>", "1. one\n2. two"],
    ["<ol start=99999999999><li>one</ol><li>loose", "1. one\n\n- loose"],
    ["<ol start=-1><li>one<li value=x>two</ol>", "-1. one\n0. two"],
  ])("numbers items as the page does: %s", (html, text) => {
    expect(textOf(html)).toBe(text);
  });

  it("keeps what is raised or lowered apart from the number beside it", () => {
    expect(textOf("<p>10<sup>6</sup> m<sup>2</sup>, x<sub><i>n</i></sub>, 3<sup> </sup>4<p>In 2019<sup><a href='#f'>1</a></sup>")).toBe(
      "10^6 m^2, x_n, 3 4\n\nIn 2019[^1](https://site.test/dir/page#f)",
    );
    expect(textOf("<ul><li><sup>a</sup> note<li>next</ul>")).toBe("- ^a note\n- next");
  });

  it("keeps the words of a link that leads nowhere on the web, and takes addresses relative to base", () => {
    expect(
      textOf(
        `<base href="https://cdn.test/a/"><a href="b">one</a> <a href="javascript:alert(1)">two</a> <a href="data:text/html,x">three</a> <a>four</a> <a href="c"></a>`,
      ),
    ).toBe("[one](https://cdn.test/a/b) two three four");
  });

  it.each([
    ["hidden attribute", "<p hidden>SECRET</p>"],
    ["aria-hidden", `<p aria-hidden="TRUE">SECRET</p>`],
    ["display none", `<p style="color:red; DISPLAY : none !important">SECRET</p>`],
    ["display none behind a comment", `<p style="display:/**/none">SECRET</p>`],
    ["display none in escapes", `<p style="d\\69splay:no\\6e e">SECRET</p>`],
    ["visibility", `<div style="visibility:hidden"><b>SECRET</b></div>`],
    ["opacity", `<p style="opacity:0.01">SECRET</p>`],
    ["font size", `<p style="font-size:0">SECRET</p>`],
    ["one-pixel letters", `<p style="font-size:1px">SECRET</p>`],
    ["off the screen", `<p style="position:absolute;left:-9999px">SECRET</p>`],
    ["indented away", `<p style="text-indent:-9999px">SECRET</p>`],
    ["no height", `<p style="height:0;overflow:hidden">SECRET</p>`],
    ["clipped", `<p style="position:absolute;clip:rect(0,0,0,0)">SECRET</p>`],
    ["clip path", `<p style="clip-path: inset(50%)">SECRET</p>`],
    ["scaled to nothing", `<p style="transform:scale(0)">SECRET</p>`],
    ["letters of the colour of the paper", `<p style="color:#fff;background:#fff">SECRET</p>`],
    ["the same colour in another writing", `<p style="color:rgb(255, 255, 255);background-color:#FFFFFF">SECRET</p>`],
    ["a colour by name", `<p style="background:black;color:#000">SECRET</p>`],
    ["letters without any of their colour", `<p style="color:rgb(0 0 0 / 0)">SECRET</p><p style="color:#0000">SECRET</p>`],
    ["letters that are not filled", `<p style="color:red;-webkit-text-fill-color:transparent">SECRET</p>`],
    ["a font of no size", `<p style="font:0/0 a">SECRET</p>`],
    ["beyond the right edge", `<p style="position:absolute;left:9999px">SECRET</p>`],
    ["pushed away", `<p style="transform:translateX(-9999px)">SECRET</p>`],
    ["a filter", `<p style="filter:opacity(0)">SECRET</p>`],
    ["closed popover", `<div popover id="x">SECRET</div>`],
    ["the source of a formula", `<math><annotation>SECRET</annotation></math>`],
    ["transparent letters", `<p style="color:transparent">SECRET</p>`],
    ["a class of the page's style sheet", `<style>/* x */ .a, .gone { display:none }</style><p class="b gone">SECRET</p>`],
    ["an id of the page's style sheet", `<style>#gone{visibility:hidden}</style><p id="gone">SECRET</p>`],
    ["a class of a style sheet that ends too early", "<style>.gone{display:none</style><style>.b{}</style><p class=gone>SECRET</p>"],
    ["script", "<script>SECRET</script>"],
    ["style", "<style>SECRET{}</style>"],
    ["template", "<template><p>SECRET</p></template>"],
    ["noscript", "<noscript>SECRET</noscript>"],
    ["textarea", "<textarea>SECRET</textarea>"],
    ["options", "<select><option>SECRET</select>"],
    ["field value", `<input value="SECRET"><input type="hidden" value="SECRET">`],
    ["comment", "<!-- SECRET -->"],
    ["alternative text and titles", `<img alt="SECRET" src="x"><b title="SECRET" data-x="SECRET"></b>`],
    ["svg", `<svg><text>SECRET</text><desc>SECRET</desc></svg>`],
    ["closed dialog", "<dialog>SECRET</dialog>"],
    ["iframe", "<iframe>SECRET</iframe>"],
    ["tag characters", [..."SECRET"].map((letter) => String.fromCodePoint(0xe0000 + (letter.codePointAt(0) ?? 0))).join("")],
  ])("does not show what a person does not see: %s", (_way, html) => {
    expect(textOf(`<p>before</p>${html}<p>after</p>`)).toBe("before\n\nafter");
  });

  it.each([
    ["a usual size", `<p style="font-size:1.2em;opacity:.9;color:#fff">shown</p>`],
    [
      "usual colours",
      `<p style="color:#fff;background:#000;transform:translate(-50%,-50%);font:14px/1.5 a;left:100px;filter:opacity(.5)">shown</p>`,
    ],
    ["a rule for print alone", "<style>@media print{.x{display:none}}</style><p class=x>shown</p>"],
    ["a class that another rule shows again", "<style>.tab{display:none}.tab.active{display:block}</style><p class='tab active'>shown</p>"],
    ["an open dialog", "<dialog open>shown</dialog>"],
  ])("shows what a person sees: %s", (_way, html) => {
    expect(textOf(html)).toBe("shown");
  });

  it("joins words that zero-width characters split, and drops control and direction characters", () => {
    expect(textOf("<p>ig\u200bno\u2060re \u202eabc\u202c s\u00adoft &#27;[31m&#x200d;end</p>")).toBe("ignore abc soft [31mend");
  });

  it("walks 20,000 nested elements, and stops at the length it may have", () => {
    expect(textOf(`${"<div>".repeat(20_000)}deep`)).toBe("deep");
    const page = htmlToText(
      `<base href="https://site.test/${"a".repeat(1_900)}/">${"<a href=b>x</a> ".repeat(10_000)}`,
      "https://site.test/",
      100_000,
    );
    expect(page.isCut).toBe(true);
    expect(page.text.length).toBeLessThan(103_000);
  });
});

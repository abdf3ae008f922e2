import { type DefaultTreeAdapterTypes, parse } from "parse5";
import { attribute } from "./html-attribute.ts";
import { stripInvisible } from "./invisible.ts";
import { isHidden } from "./is-hidden.ts";
import { ListMarks } from "./list-marks.ts";
import { readPageFacts } from "./page-facts.ts";
import { TextWriter } from "./text-writer.ts";

type Node = DefaultTreeAdapterTypes.Node;
type Element = DefaultTreeAdapterTypes.Element;

export interface PageText {
  title: string;
  text: string;
  /** The page had more text than `maxChars`. */
  isCut: boolean;
}

const PARAGRAPHS = new Set(
  "p blockquote pre table ul ol dl figure article section main header footer nav aside form fieldset hr details h1 h2 h3 h4 h5 h6".split(
    " ",
  ),
);
const LINES = new Set("div li tr dt dd br summary figcaption address center caption legend option title body".split(" "));
const LISTS = new Set(["ol", "ul", "menu"]);
const HEADING = /^h[1-6]$/;
/** What is raised or lowered is no digit of the number beside it: 10 to the 6th is not 106. */
const SIGNS = new Map([
  ["sup", "^"],
  ["sub", "_"],
]);
/** A page may repeat a long address on every link; past this only the link's text is kept. */
const MAX_HREF_CHARS = 2_000;

/**
 * The text that a person would see on a page, for a model to read: headings as `# `, items as `- ` or `1. `, cells separated by ` | `, links as
 * `[text](absolute address)`, what is raised or lowered with `^` or `_` before it. Left out: scripts, styles, form fields, comments, attributes, whatever is hidden by markup, by its own style
 * or by a class that the style sheets inside the page hide, and invisible characters. Walks without recursion; any depth is fine. Not bounded in
 * time for hostile input, so that it belongs in a worker.
 */
export function htmlToText(html: string, baseUrl: string, maxChars: number): PageText {
  const document = parse(html);
  const facts = readPageFacts(document, baseUrl);
  const writer = new TextWriter(maxChars);
  const lists = new ListMarks();
  // An entry is either a node to enter or an element to leave.
  const stack: { node: Node; isLeaving: boolean; isVerbatim: boolean }[] = [{ node: document, isLeaving: false, isVerbatim: false }];
  for (let entry = stack.pop(); entry && !writer.isFull; entry = stack.pop()) {
    const { node, isLeaving, isVerbatim } = entry;
    if (isLeaving) {
      leave(node as Element, writer, lists);
      continue;
    }
    if (node.nodeName === "#text") {
      const text = stripInvisible((node as DefaultTreeAdapterTypes.TextNode).value);
      if (isVerbatim) writer.writeVerbatim(text);
      else writer.write(text);
      continue;
    }
    if (!("childNodes" in node)) continue;
    if ("tagName" in node) {
      if (isHidden(node, facts.hiddenSelectors)) continue;
      enter(node, writer, lists, facts.baseUrl);
      stack.push({ node, isLeaving: true, isVerbatim });
    }
    for (let index = node.childNodes.length - 1; index >= 0; index -= 1) {
      const child = node.childNodes[index];
      if (child) stack.push({ node: child, isLeaving: false, isVerbatim: isVerbatim || node.nodeName === "pre" });
    }
  }
  return { title: facts.title, text: writer.toString().trim(), isCut: writer.isFull };
}

function enter(element: Element, writer: TextWriter, lists: ListMarks, baseUrl: string): void {
  const { tagName } = element;
  breakAround(tagName, writer);
  if (HEADING.test(tagName)) writer.markNext(`${"#".repeat(Number(tagName[1]))} `);
  if (LISTS.has(tagName)) lists.openList(element);
  if (tagName === "li") writer.markNext(lists.markOf(element));
  if (tagName === "td" || tagName === "th") writer.breakWith(" | ");
  if (SIGNS.has(tagName)) writer.signNext(SIGNS.get(tagName) ?? "");
  if (tagName === "a") writer.openLink(absoluteHref(attribute(element, "href"), baseUrl));
}

function leave(element: Element, writer: TextWriter, lists: ListMarks): void {
  if (element.tagName === "a") writer.closeLink();
  if (SIGNS.has(element.tagName)) writer.signNext("");
  if (LISTS.has(element.tagName)) lists.closeList();
  if (element.tagName === "li" || HEADING.test(element.tagName)) writer.markNext("");
  breakAround(element.tagName, writer);
}

function breakAround(tagName: string, writer: TextWriter): void {
  if (PARAGRAPHS.has(tagName)) writer.breakWith("\n\n");
  else if (LINES.has(tagName)) writer.breakWith("\n");
}

/** The address that a link leads to, or an empty string for one that leads nowhere on the web. */
function absoluteHref(href: string | undefined, baseUrl: string): string {
  if (href === undefined || href.length > MAX_HREF_CHARS) return "";
  const url = URL.parse(href, baseUrl);
  const isWeb = url?.protocol === "http:" || url?.protocol === "https:" || url?.protocol === "mailto:";
  return isWeb && url.href.length <= MAX_HREF_CHARS ? url.href.replaceAll("(", "%28").replaceAll(")", "%29") : "";
}

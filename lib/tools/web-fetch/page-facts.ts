import { type DefaultTreeAdapterTypes, html } from "parse5";
import { findHiddenSelectors, type HiddenSelectors } from "./hidden-selectors.ts";
import { attribute } from "./html-attribute.ts";
import { stripInvisible } from "./invisible.ts";

type Node = DefaultTreeAdapterTypes.Node;

/** What has to be known of a page before its first text is written. */
export interface PageFacts {
  title: string;
  /** Where relative addresses start. */
  baseUrl: string;
  hiddenSelectors: HiddenSelectors;
}

export function readPageFacts(document: DefaultTreeAdapterTypes.Document, pageUrl: string): PageFacts {
  let title = "";
  let baseUrl = pageUrl;
  const styleSheets: string[] = [];
  const stack: Node[] = [document];
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (!("childNodes" in node)) continue;
    // Drawings have titles too.
    if (node.nodeName === "title" && title === "" && "tagName" in node && node.namespaceURI === html.NS.HTML)
      title = stripInvisible(textOf(node)).replace(/\s+/g, " ").trim().slice(0, 300);
    if (node.nodeName === "style") styleSheets.push(textOf(node));
    if (node.nodeName === "base" && "tagName" in node && baseUrl === pageUrl) {
      baseUrl = URL.parse(attribute(node, "href") ?? "", pageUrl)?.href ?? pageUrl;
    }
    for (let index = node.childNodes.length - 1; index >= 0; index -= 1) {
      const child = node.childNodes[index];
      if (child) stack.push(child);
    }
  }
  return { title, baseUrl, hiddenSelectors: findHiddenSelectors(styleSheets) };
}

function textOf(element: { childNodes: Node[] }): string {
  return element.childNodes.map((child) => ("value" in child ? child.value : "")).join("");
}

import { type DefaultTreeAdapterTypes, html as htmlNames } from "parse5";
import type { HiddenSelectors } from "./hidden-selectors.ts";
import { hides, parseDeclarations } from "./hidden-style.ts";
import { attribute } from "./html-attribute.ts";

const NEVER_SHOWN = new Set(
  "script style template noscript head iframe object embed audio video canvas svg textarea select datalist noframes noembed annotation annotation-xml".split(
    " ",
  ),
);

/** Whether a person does not see this element, so that everything in it is left out. */
export function isHidden(element: DefaultTreeAdapterTypes.Element, hiddenSelectors: HiddenSelectors): boolean {
  const { tagName } = element;
  if (NEVER_SHOWN.has(tagName) || element.namespaceURI === htmlNames.NS.SVG) return true;
  if (tagName === "input" || (tagName === "dialog" && attribute(element, "open") === undefined)) return true;
  if (attribute(element, "popover") !== undefined) return true;
  if (attribute(element, "hidden") !== undefined || attribute(element, "aria-hidden")?.toLowerCase() === "true") return true;
  const style = attribute(element, "style");
  if (style !== undefined && hides(parseDeclarations(style))) return true;
  if (hiddenSelectors.size === 0) return false;
  const classes = attribute(element, "class")?.split(/\s+/) ?? [];
  return hiddenSelectors.has(`#${attribute(element, "id")}`) || classes.some((name) => hiddenSelectors.has(`.${name}`));
}

import { parseDeclarations, withoutComments } from "./hidden-style.ts";

/** Simple selectors (`.class`, `#id`) that the page's own style sheets hide and never show. */
export type HiddenSelectors = ReadonlySet<string>;

const SIMPLE = /^[.#][\w-]+$/;

/**
 * Reads the style sheets inside a page as far as it takes to know classes and ids that hide their element: plain rules outside any at-rule,
 * `display: none` or `visibility: hidden`. A name that another rule shows again counts as shown, so that tabs and menus that a script opens
 * are kept. Linear in the length of the sheets; sheets that the page links to are not fetched.
 */
export function findHiddenSelectors(styleSheets: readonly string[]): HiddenSelectors {
  const hidden = new Set<string>();
  const shown = new Set<string>();
  for (const { prelude, block } of styleSheets.flatMap((sheet) => topLevelRules(withoutComments(sheet)))) {
    const style = parseDeclarations(block);
    const display = style.get("display");
    const visibility = style.get("visibility");
    const isHiding = display === "none" || visibility === "hidden";
    if (!isHiding && display === undefined && visibility === undefined) continue;
    for (const selector of prelude.split(",").map((each) => each.trim())) {
      if (isHiding && SIMPLE.test(selector)) hidden.add(selector);
      if (!isHiding) for (const name of selector.match(/[.#][\w-]+/g) ?? []) shown.add(name);
    }
  }
  return hidden.difference(shown);
}

function topLevelRules(styleSheet: string): { prelude: string; block: string }[] {
  const rules: { prelude: string; block: string }[] = [];
  let depth = 0;
  let start = 0;
  let prelude = "";
  for (let index = 0; index < styleSheet.length; index += 1) {
    const character = styleSheet[index];
    if (character === ";" && depth === 0) start = index + 1;
    if (character === "{") {
      if (depth === 0) {
        prelude = styleSheet.slice(start, index).trim();
        start = index + 1;
      }
      depth += 1;
    } else if (character === "}" && depth > 0) {
      depth -= 1;
      if (depth > 0) continue;
      if (!prelude.startsWith("@")) rules.push({ prelude, block: styleSheet.slice(start, index) });
      start = index + 1;
    }
  }
  // The end of a sheet ends what is open.
  if (depth > 0 && !prelude.startsWith("@")) rules.push({ prelude, block: styleSheet.slice(start) });
  return rules;
}

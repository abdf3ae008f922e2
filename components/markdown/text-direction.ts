import type { Nodes } from "mdast";

/**
 * The direction of a block by its first letter (UAX 9, rule P2). Set on blocks that hold other blocks, whose `dir="auto"` would not look
 * into children that have a direction of their own. Code does not count.
 */
export function directionOf(node: Nodes): "ltr" | "rtl" {
  return firstStrong(node) ?? "ltr";
}

function firstStrong(node: Nodes): "ltr" | "rtl" | undefined {
  if (node.type === "text") {
    const letter = /\p{L}/u.exec(node.value)?.[0];
    if (letter === undefined) return undefined;
    return RIGHT_TO_LEFT.test(letter) ? "rtl" : "ltr";
  }
  if (!("children" in node)) return undefined;
  for (const child of node.children) {
    const direction = firstStrong(child);
    if (direction) return direction;
  }
  return undefined;
}

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

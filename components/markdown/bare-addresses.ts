import type { PhrasingContent, Root, RootContent, Text } from "mdast";

/** Where a bare address may begin and what it may consist of (GFM 0.29, 6.9 "Autolinks (extension)"). */
const ADDRESS = /(?<![^\s*_~("'[])https?:\/\/[^\s<>"]+/gi;

const PUNCTUATION = "?!.,:;*_~'\"]";

/**
 * Makes links of the addresses that stand in the text as they are. Only with a scheme, as models and tools write them; GitHub's own extension
 * for this is a tenth of the whole parser. Changes the tree.
 */
export function linkBareAddresses(root: Root): Root {
  linkIn(root);
  return root;
}

function linkIn(parent: { children: RootContent[] | PhrasingContent[] }): void {
  const children: RootContent[] = parent.children;
  for (let at = children.length - 1; at >= 0; at--) {
    const child = children[at];
    if (child?.type === "text") children.splice(at, 1, ...split(child));
    else if (child && "children" in child && child.type !== "link" && child.type !== "linkReference") linkIn(child);
  }
}

function split({ value }: Text): PhrasingContent[] {
  const pieces: PhrasingContent[] = [];
  let from = 0;
  for (const { 0: match, index } of value.matchAll(ADDRESS)) {
    const url = withoutPunctuation(match);
    if (index > from) pieces.push({ type: "text", value: value.slice(from, index) });
    pieces.push({ type: "link", url, children: [{ type: "text", value: url }] });
    from = index + url.length;
  }
  if (from < value.length) pieces.push({ type: "text", value: value.slice(from) });
  return pieces;
}

/** A sentence's own signs at the end are not part of the address, nor is a bracket that was opened before it. */
function withoutPunctuation(address: string): string {
  let unopened = address.split(")").length - address.split("(").length;
  let end = address.length;
  for (; end > 0; end--) {
    const last = address.charAt(end - 1);
    if (last === ")" && unopened-- > 0) continue;
    if (!PUNCTUATION.includes(last)) break;
  }
  return address.slice(0, end);
}

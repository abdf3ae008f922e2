import type { Nodes, Root } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmStrikethroughFromMarkdown } from "mdast-util-gfm-strikethrough";
import { gfmTableFromMarkdown } from "mdast-util-gfm-table";
import { gfmTaskListItemFromMarkdown } from "mdast-util-gfm-task-list-item";
import { gfmStrikethrough } from "micromark-extension-gfm-strikethrough";
import { gfmTable } from "micromark-extension-gfm-table";
import { gfmTaskListItem } from "micromark-extension-gfm-task-list-item";
import { linkBareAddresses } from "#components/markdown/bare-addresses.ts";

/** Texts beyond these are shown as they are: parsing them costs more than linear time, or more stack than there is. */
const MAX_CHARACTERS = 200_000;
const MAX_OPENING_BRACKETS = 3000;
const MAX_DEPTH = 100;

// Each of GitHub's extensions by itself: all of them together weigh 4 KiB more in every browser.
const EXTENSIONS = {
  extensions: [
    // One tilde is "about" (~5 min) more often than it strikes out, and alone it is the parser's slowest case.
    gfmStrikethrough({ singleTilde: false }),
    gfmTable(),
    gfmTaskListItem(),
  ],
  mdastExtensions: [gfmStrikethroughFromMarkdown(), gfmTableFromMarkdown(), gfmTaskListItemFromMarkdown()],
};

/**
 * CommonMark with GitHub's tables, task lists, strikethrough and bare addresses (with a scheme), as a tree. HTML is a node with its source as
 * text, never markup. A text that is too long, too deep or made to be slow comes back whole, as one plain paragraph. Never throws.
 */
export function parseMarkdown(text: string): Root {
  if (text.length > MAX_CHARACTERS || nestsTooDeep(text) || text.split("[").length > MAX_OPENING_BRACKETS) return plainRoot(text);
  const root = linkBareAddresses(fromMarkdown(text, EXTENSIONS));
  return isDeeperThan(MAX_DEPTH, root) ? plainRoot(text) : root;
}

/** A tree that shows the text as it is. */
export function plainRoot(text: string): Root {
  return { type: "root", children: text === "" ? [] : [{ type: "paragraph", children: [{ type: "text", value: text }] }] };
}

/** One line can open any number of quotes, each a level of the parser's stack; lists indented level by level cost the cube of their depth. */
function nestsTooDeep(text: string): boolean {
  return DEEP_QUOTE.test(text) || DEEP_LIST.test(text);
}

const DEEP_QUOTE = new RegExp(`^(?:[^>\\n]{0,8}>){${MAX_DEPTH}}`, "m");
const DEEP_LIST = /^(?:\t| {2}){60}[ \t]*(?:[-+*]|\d{1,9}[.)])[ \t]/m;

function isDeeperThan(limit: number, node: Nodes): boolean {
  if (limit === 0) return true;
  return "children" in node && node.children.some((child) => isDeeperThan(limit - 1, child));
}

import type { Node } from "web-tree-sitter";

/**
 * The text as a plain `/bin/sh` (dash, which Debian has) reads what bash reads otherwise, written so that the grammar reads it that way too; null
 * when there is no difference. In dash `[[` and `$[` are words like any other, `((` are two groups, `$'` is a dollar before a quoted text
 * without escapes, and `&>` ends a command. So `[[ x || rm v ]]` and `ls &>log rm v` run `rm` there, and in bash they do not.
 */
export function readAsPosix(script: string, root: Node): string | null {
  const edits = root.descendantsOfType([...Object.keys(REWRITES)]).flatMap((node) => REWRITES[node.type]?.(node) ?? []);
  if (edits.length === 0) return null;
  edits.sort((left, right) => right.at - left.at);
  return edits.reduce((text, { at, insert }) => text.slice(0, at) + insert + text.slice(at), script);
}

interface Edit {
  at: number;
  insert: string;
}

const REWRITES: Readonly<Record<string, (node: Node) => Edit[]>> = {
  ansi_c_string: escaped,
  translated_string: escaped,
  test_command: (node) => (node.text.startsWith("[[") ? [...bracket(node.startIndex), ...bracket(node.endIndex - 2)] : []),
  compound_statement: (node) => (node.text.startsWith("((") ? divided(node) : []),
  arithmetic_expansion: (node) => (node.text.startsWith("$[") ? [...escaped(node), { at: node.startIndex + 1, insert: "\\" }] : []),
  "&>": (node) => [{ at: node.startIndex + 1, insert: " " }],
  "&>>": (node) => [{ at: node.startIndex + 1, insert: " " }],
};

function escaped({ startIndex }: Node): Edit[] {
  return [{ at: startIndex, insert: "\\" }];
}

function bracket(at: number): Edit[] {
  return [
    { at, insert: "\\" },
    { at: at + 1, insert: "\\" },
  ];
}

/** `((ls))` becomes `( (ls ) )`: a word may stand against the closing ones. */
function divided({ startIndex, endIndex }: Node): Edit[] {
  return [
    { at: startIndex + 1, insert: " " },
    { at: endIndex - 1, insert: " " },
  ];
}

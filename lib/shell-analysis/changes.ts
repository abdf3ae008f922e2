import type { Node } from "web-tree-sitter";

/** Descriptors, and places that are no file. */
export const NO_FILE = /^(\d+|-|\d+-|\/dev\/(null|stdout|stderr))$/;

/**
 * What a shell text changes without a command: the variables that it sets, and the files that it writes by redirection (`> out`). Without the
 * places that are no file.
 */
export function changesIn(root: Node): string[] {
  return [
    ...root.descendantsOfType("variable_assignment").map(({ text }) => text),
    ...root.descendantsOfType("file_redirect").flatMap((redirection) => {
      const sign = redirection.children.find(({ isNamed }) => !isNamed)?.type ?? "";
      const [file] = redirection.childrenForFieldName("destination");
      return /[>]/.test(sign) && file && !NO_FILE.test(file.text) ? [`${sign} ${file.text}`] : [];
    }),
  ];
}

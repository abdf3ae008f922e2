import type { Node } from "web-tree-sitter";
import { readWord, type Word } from "./word.ts";

/** Every simple command of the tree, wherever it stands, as the words that the shell will see. Assignments and redirections are left out. */
export function callsIn(root: Node): Word[][] {
  const variables = variablesIn(root);
  return root.descendantsOfType("command").map((command) => {
    const name = command.childForFieldName("name");
    const words = name ? [name, ...command.childrenForFieldName("argument")] : [];
    return words.map((word) => readWord(word, variables));
  });
}

/** Text in a script that could be fed to a shell in it: here-documents, here-strings, and what `echo` and `printf` print. */
export function inputTextIn(root: Node, calls: readonly Word[][]): string[] {
  const variables = variablesIn(root);
  const documents = root.descendantsOfType("heredoc_body").map((body) => body.text);
  const strings = root.descendantsOfType("herestring_redirect").flatMap((redirect) => {
    const word = redirect.namedChildren.at(-1);
    return word ? [readWord(word, variables).source] : [];
  });
  const printed = calls
    .filter(([name]) => name?.value === "echo" || name?.value === "printf")
    .map(([, ...words]) =>
      words
        .map((word) => word.source)
        .join(" ")
        .replaceAll("\\n", "\n"),
    );
  return [...documents, ...strings, ...printed];
}

/** Names that the text assigns exactly once, and a value that it shows. */
function variablesIn(root: Node): Map<string, string> {
  const values = new Map<string, string | null>();
  for (const assignment of root.descendantsOfType("variable_assignment")) {
    const name = assignment.childForFieldName("name")?.text ?? "";
    const value = assignment.childForFieldName("value");
    values.set(name, values.has(name) || !value ? null : readWord(value, new Map()).value);
  }
  return new Map([...values].filter((entry): entry is [string, string] => entry[1] !== null));
}

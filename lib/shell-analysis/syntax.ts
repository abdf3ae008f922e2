import type { Node } from "web-tree-sitter";
import { substitutionsIn } from "./substitutions.ts";
import { readWord, type Word } from "./word.ts";

/** A simple command of a text: where its name begins, and its words, the name first. */
export interface Call {
  readonly start: number;
  readonly words: readonly Word[];
}

/** Every simple command of the tree, wherever it stands, as the words that the shell will see. Assignments and redirections are left out. */
export function callsIn(root: Node): Call[] {
  const variables = variablesIn(root);
  const behind = wordsBehindRedirections(root);
  const calls = root.descendantsOfType(COMMANDS).map((command) => [...wordsOf(command), ...(behind.get(command.id) ?? [])]);
  return [...calls, ...wordsBehindHereDocuments(root)].map((words) => ({
    start: words[0]?.startIndex ?? -1,
    words: words.map((word) => readWord(word, variables)),
  }));
}

/** `export`, `unset` and their like are types of their own. */
const COMMANDS = ["command", "declaration_command", "unset_command"];

function wordsOf(command: Node): Node[] {
  if (command.type !== "command") return command.children;
  const name = command.childForFieldName("name");
  if (!name) return [];
  const words = command.childrenForFieldName("argument");
  return isDescriptor(name) ? words : [name, ...words];
}

/** The grammar takes the `0` of `0<list rm v` for the name of a command. */
function isDescriptor(name: Node): boolean {
  const next = name.tree.rootNode.descendantForIndex(name.endIndex, name.endIndex + 1);
  return /^\d+$/.test(name.text) && /^[<>]/.test(next?.text ?? "");
}

/** The grammar hangs the words that follow a redirection (`env >log rm v`) on the redirection; the shell gives them to the command. */
function wordsBehindRedirections(root: Node): Map<number, Node[]> {
  const behind = new Map<number, Node[]>();
  for (const statement of root.descendantsOfType("redirected_statement")) {
    const words = redirectionsOf(statement).flatMap((redirection) =>
      redirection.type === "file_redirect"
        ? redirection.childrenForFieldName("destination").slice(1)
        : redirection.childrenForFieldName("argument"),
    );
    const body = statement.childForFieldName("body");
    // Of a pipeline or list the last command has them.
    const command =
      body?.type === "command" ? body : body?.descendantsOfType("command").findLast(({ endIndex }) => endIndex === body.endIndex);
    if (command && words.length > 0) behind.set(command.id, words);
  }
  return behind;
}

function redirectionsOf(node: Node): Node[] {
  return node.childrenForFieldName("redirect").flatMap((redirection) => [redirection, ...redirectionsOf(redirection)]);
}

/** `cat <<E; rm v`: what stands behind the sign that the grammar could not read is a command of its own. */
function wordsBehindHereDocuments(root: Node): Node[][] {
  return root
    .descendantsOfType("heredoc_redirect")
    .filter((redirection) => redirection.children.some((child) => child.type === "ERROR"))
    .map((redirection) => redirection.childrenForFieldName("argument"));
}

/** Commands in the texts that the shell fills in and the grammar reads too coarsely; see `substitutionsIn`. In backquotes it leaves escapes as they are. */
export function filledIn(root: Node): string[] {
  const documents = root
    .descendantsOfType("heredoc_redirect")
    .filter((redirection) => !/['"\\]/.test(redirection.firstNamedChild?.text ?? ""))
    .flatMap((redirection) => redirection.descendantsOfType("heredoc_body"));
  const escaped = root.descendantsOfType("command_substitution").filter(({ text }) => text.startsWith("`") && text.includes("\\"));
  return [...documents, ...root.descendantsOfType("expansion"), ...escaped].flatMap(({ text }) => substitutionsIn(text));
}

/** Text in a script that could be fed to a shell in it: here-documents, here-strings, and what `echo` and `printf` print. */
export function inputTextIn(root: Node, calls: readonly Call[]): string[] {
  const variables = variablesIn(root);
  const documents = root.descendantsOfType("heredoc_body").map((body) => body.text);
  const strings = root.descendantsOfType("herestring_redirect").flatMap((redirect) => {
    const word = redirect.namedChildren.at(-1);
    return word ? [readWord(word, variables).source] : [];
  });
  const printed = calls
    .filter(({ words: [name] }) => name?.value === "echo" || name?.value === "printf")
    .map(({ words: [, ...rest] }) =>
      rest
        .map((word) => word.source)
        .join(" ")
        .replaceAll("\\n", "\n"),
    );
  return [...documents, ...strings, ...printed];
}

/** The files that commands of the text read as their input (`sh < file`). */
export function inputFilesIn(root: Node): Word[] {
  const variables = variablesIn(root);
  return root.descendantsOfType("file_redirect").flatMap((redirection) => {
    const sign = redirection.children.find(({ isNamed }) => !isNamed)?.type ?? "";
    const [file] = redirection.childrenForFieldName("destination");
    return file && (sign === "<" || sign === "<>") ? [readWord(file, variables)] : [];
  });
}

/** The assignments of the text (`PAGER=less`), each as one word. */
export function assignmentsIn(root: Node): Word[] {
  return root.descendantsOfType("variable_assignment").map((assignment) => readWord(assignment, new Map()));
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

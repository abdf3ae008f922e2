import type { Node } from "web-tree-sitter";

/** One word of a command as the shell will see it. */
export interface Word {
  /** What it says after quotes and escapes are gone; null when that is known only at run time (`$x`, `$(…)`, `*`). */
  readonly value: string | null;
  /** The same with what is not known left standing as it is written, to be read as a script of its own. */
  readonly source: string;
  /** False when a variable had a part in it: the value is the one that the text gives it, and something else may have changed it since. */
  readonly isCertain: boolean;
}

export const plainWord = (value: string): Word => ({ value, source: value, isCertain: true });
/** What stands behind the first such sign, to be read as shell text; empty when there is none. */
export function afterSign(word: Word, sign: string): Word {
  const from = word.source.indexOf(sign) + 1;
  return { ...word, source: from === 0 ? "" : word.source.slice(from) };
}

/** Words in which another program puts something of its own where `sign` stands (`xargs -I{}`, `find -exec`): what they say is known only then. */
export function filledLater(words: readonly Word[], sign: string | RegExp): Word[] {
  const isFilled = ({ source }: Word) => (typeof sign === "string" ? source.includes(sign) : sign.test(source));
  return words.map((word) => (isFilled(word) ? { ...word, isCertain: false } : word));
}

const unknownWord = (source: string): Word => ({ value: null, source, isCertain: false });

/** `variables`: names with the one value that the script gives them. */
export function readWord(node: Node, variables: ReadonlyMap<string, string>): Word {
  switch (node.type) {
    case "command_name":
      return node.firstChild ? readWord(node.firstChild, variables) : plainWord(node.text);
    case "concatenation":
      return hasBraceList(node) ? unknownWord(node.text) : join(node.children.map((part) => readWord(part, variables)));
    case "raw_string":
      return plainWord(node.text.slice(1, -1));
    case "ansi_c_string":
      return plainWord(decodeAnsiC(node.text.slice(2, -1)));
    case "translated_string":
    case "string":
      return readString(node, variables);
    case "simple_expansion":
    case "expansion":
      return readVariable(node, variables);
    case "number":
    case "variable_name":
    case "declare":
    case "export":
    case "local":
    case "readonly":
    case "typeset":
    case "unset":
    case "unsetenv":
      return plainWord(node.text);
    case "variable_assignment":
      return readAssignment(node, variables);
    case "word":
      return readBareWord(node.text);
    default:
      return unknownWord(node.text);
  }
}

/** `r{m,}` comes in pieces, the braces alone. */
function hasBraceList(node: Node): boolean {
  return BRACE_LIST.test(node.children.map((part) => (part.type === "word" ? part.text : "_")).join(""));
}

function join(words: Word[]): Word {
  const source = words.map((word) => word.source).join("");
  const isKnown = words.every((word) => word.value !== null);
  return { value: isKnown ? source : null, source, isCertain: words.every((word) => word.isCertain) };
}

/** What lies between the parts that the grammar names belongs to the text as well: it gives no node to leading blanks. */
function readString(node: Node, variables: ReadonlyMap<string, string>): Word {
  const text = node.text;
  const first = text.indexOf('"') + 1;
  const parts: Word[] = [];
  let at = first;
  for (const child of node.namedChildren) {
    if (child.type === "string_content" || child.type === "string") continue;
    const start = child.startIndex - node.startIndex;
    parts.push(plainWord(unescapeQuoted(text.slice(at, start))), readWord(child, variables));
    at = start + child.text.length;
  }
  parts.push(plainWord(unescapeQuoted(text.slice(at, -1))));
  return join(parts);
}

function readAssignment(node: Node, variables: ReadonlyMap<string, string>): Word {
  const name = node.childForFieldName("name");
  const value = node.childForFieldName("value");
  if (!name) return unknownWord(node.text);
  return join([plainWord(`${name.text}=`), value ? readWord(value, variables) : plainWord("")]);
}

function readVariable(node: Node, variables: ReadonlyMap<string, string>): Word {
  const name = /^\$\{?(\w+)\}?$/.exec(node.text)?.[1];
  const value = name === undefined ? undefined : variables.get(name);
  return value === undefined ? unknownWord(node.text) : { value, source: value, isCertain: false };
}

const BRACE_LIST = /(^|[^\\])\{[^}]*(,|\.\.)/;

/** Outside quotes a backslash takes the next character as it is; patterns and lists in braces are filled in at run time, `{}` is itself. */
function readBareWord(text: string): Word {
  const value = text.replace(/\\([\s\S])/g, (_, next: string) => (next === "\n" ? "" : next));
  const isPattern = /(^|[^\\])[*?[]/.test(text) || BRACE_LIST.test(text);
  return isPattern ? unknownWord(value) : plainWord(value);
}

const unescapeQuoted = (text: string): string => text.replace(/\\(["\\$`\n])/g, (_, next: string) => (next === "\n" ? "" : next));

const ANSI_C: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r", a: "\x07", b: "\b", e: "\x1b", E: "\x1b", f: "\f", v: "\v" };

function decodeAnsiC(text: string): string {
  return text.replace(
    /\\(?:x([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{1,4})|U([0-9a-fA-F]{1,8})|([0-7]{1,3})|([\s\S]))/g,
    (_, hex?: string, short?: string, long?: string, octal?: string, letter = "") => {
      const digits = hex ?? short ?? long;
      const code = digits === undefined ? Number.parseInt(octal ?? "", 8) : Number.parseInt(digits, 16);
      return Number.isNaN(code) ? (ANSI_C[letter] ?? letter) : String.fromCodePoint(Math.min(code, 0x10ffff));
    },
  );
}

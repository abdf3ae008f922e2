import type { Word } from "./word.ts";

/** The text ends, or goes on, as no shell text does: a plain shell stops there with an error, before anything of that line runs. */
export class ShellStops extends Error {}

/** Expansions inside expansions. */
const MAX_DEPTH = 100;

const ENDS_WORD = /[ \t\n;&|<>()]/;
const PATTERN = /[*?]|\[.*\]/s;
const NAME = /(?:[A-Za-z_]\w*|[\d@*#?$!-])?/y;
const PARAMETER = /#?(?:[A-Za-z_]\w*|\d+|[@*#?$!-])?(?::?[-+=?]|##?|%%?)?/y;

/** An expansion that sets a variable: `${x:=…}`, `$((x = 1))`, `$((x <<= 1))`, and in bash `$((x++))`. */
const SETS = /^\$\{\w+:?=|^\$\(\((?:.*(?:[^=!<>]=(?!=)|<<=|>>=|\+\+|--))/s;

/** Reads the words of a text as POSIX has them (XCU 2.2, 2.6), letter by letter, from `at` on; see `posix-commands.ts`. */
export abstract class PosixWords {
  /** Texts in backquotes that hold escapes, as they are read once those are gone. */
  readonly texts: string[] = [];
  /** What changes without a command; see `posix-commands.ts`. */
  readonly changes: string[] = [];
  isTooDeep = false;
  protected readonly text: string;
  protected at = 0;
  protected end: number;
  #depth = 0;

  constructor(text: string) {
    this.text = text;
    this.end = text.length;
  }

  /** Reads commands up to the end, or behind the `)` that closes a substitution. */
  protected abstract readCommands(isSubstitution: boolean): void;

  protected get letter(): string {
    return this.at < this.end ? (this.text[this.at] ?? "") : "";
  }

  protected word(): Word {
    let source = "";
    let unquoted = "";
    let isKnown = true;
    for (let letter = this.letter; letter !== "" && !ENDS_WORD.test(letter); letter = this.letter) {
      const from = this.at;
      if (letter === "\\") source += this.#escaped();
      else if (letter === "'") source += this.#inSingleQuotes();
      else if (letter === '"') {
        const quoted = this.#inDoubleQuotes();
        source += quoted.source;
        isKnown &&= quoted.isKnown;
      } else if (letter === "$" || letter === "`") {
        isKnown = !this.expansion(false) && isKnown;
        source += this.text.slice(from, this.at);
      } else {
        source += letter;
        unquoted += letter;
        this.at++;
      }
    }
    const isCertain = isKnown && (unquoted === "[" || !PATTERN.test(unquoted));
    return { value: isCertain ? source : null, source, isCertain };
  }

  /** At `$` or a backquote. False for a dollar sign that stands for itself. */
  protected expansion(isQuoted: boolean): boolean {
    if (++this.#depth > MAX_DEPTH) {
      this.isTooDeep = true;
      throw new ShellStops();
    }
    const from = this.at;
    const isExpansion = this.#expand(isQuoted);
    this.#depth--;
    const written = this.text.slice(from, this.at);
    if (SETS.test(written)) this.changes.push(written);
    return isExpansion;
  }

  #expand(isQuoted: boolean): boolean {
    if (this.letter === "`") this.#backquotes(isQuoted);
    else if (this.text.startsWith("$((", this.at)) this.#arithmetic();
    else if (this.text.startsWith("$(", this.at)) this.#within(this.at + 2, this.end, true);
    else if (this.text.startsWith("${", this.at)) this.#parameter(isQuoted);
    else {
      NAME.lastIndex = this.at + 1;
      const name = NAME.exec(this.text)?.[0] ?? "";
      this.at += 1 + name.length;
      return name !== "";
    }
    return true;
  }

  #escaped(): string {
    const next = this.text.slice(this.at + 1, Math.min(this.at + 2, this.end));
    this.at += 2;
    return next === "\n" ? "" : next;
  }

  #inSingleQuotes(): string {
    const close = this.text.indexOf("'", this.at + 1);
    if (close < 0 || close >= this.end) throw new ShellStops();
    const inner = this.text.slice(this.at + 1, close);
    this.at = close + 1;
    return inner;
  }

  #inDoubleQuotes(): { source: string; isKnown: boolean } {
    let source = "";
    let isKnown = true;
    this.at++;
    for (let letter = this.letter; letter !== '"'; letter = this.letter) {
      const from = this.at;
      if (letter === "") throw new ShellStops();
      if (letter === "\\" && /[$`"\\\n]/.test(this.text[from + 1] ?? "")) source += this.#escaped();
      else if (letter === "$" || letter === "`") {
        isKnown = !this.expansion(true) && isKnown;
        source += this.text.slice(from, this.at);
      } else source += this.text[this.at++];
    }
    this.at++;
    return { source, isKnown };
  }

  /** `${x:-…}`. In double quotes a single one is a letter, but not in the pattern of `${x#…}` and `${x%…}`. */
  #parameter(isQuoted: boolean): void {
    PARAMETER.lastIndex = this.at + 2;
    const head = PARAMETER.exec(this.text)?.[0] ?? "";
    const isLetter = isQuoted && !/.[#%]/.test(head);
    this.at += 2 + head.length;
    for (let letter = this.letter; letter !== "}"; letter = this.letter) {
      if (letter === "") throw new ShellStops();
      if (letter === "\\") this.at += 2;
      else if (letter === "'" && !isLetter) this.#inSingleQuotes();
      else if (letter === '"') this.#inDoubleQuotes();
      else if (letter === "$" || letter === "`") this.expansion(isQuoted);
      else this.at++;
    }
    this.at++;
  }

  #arithmetic(): void {
    this.at += 3;
    for (let depth = 0; depth > 0 || !this.text.startsWith("))", this.at); ) {
      const { letter } = this;
      if (letter === "") throw new ShellStops();
      if (letter === "$" || letter === "`") this.expansion(true);
      else {
        if (letter === "(") depth++;
        if (letter === ")") depth = Math.max(0, depth - 1);
        this.at += letter === "\\" ? 2 : 1;
      }
    }
    this.at += 2;
  }

  #backquotes(isQuoted: boolean): void {
    const from = this.at + 1;
    let close = from;
    while (close < this.end && this.text[close] !== "`") close += this.text[close] === "\\" ? 2 : 1;
    if (close >= this.end) throw new ShellStops();
    const inner = this.text.slice(from, close);
    if (inner.includes("\\")) this.texts.push(inner.replace(isQuoted ? /\\([$`\\"])/g : /\\([$`\\])/g, "$1"));
    else this.#within(from, close, false);
    this.at = close + 1;
  }

  #within(from: number, end: number, isSubstitution: boolean): void {
    const outer = this.end;
    this.at = from;
    this.end = end;
    this.readCommands(isSubstitution);
    this.end = outer;
  }
}

import { type HereDocument, PosixLines } from "./posix-lines.ts";
import { ShellStops } from "./posix-words.ts";
import type { Call } from "./syntax.ts";
import type { Word } from "./word.ts";

/** What a plain shell finds in a text, substitutions included, up to where it would stop with an error. */
export interface PosixReading {
  readonly commands: readonly Call[];
  /** `PAGER=less`, one word each. */
  readonly assignments: readonly Word[];
  /** The variables that it sets and the files that it writes without a command, as they are written: `PATH=.`, `for PATH in .`, `$((PATH=0))`, `> out`. */
  readonly changes: readonly string[];
  readonly documents: readonly HereDocument[];
  /** Shell text in it that has to be read for itself. */
  readonly texts: readonly string[];
  /** It goes on inside more substitutions than are followed. */
  readonly isTooDeep: boolean;
  /** No error stopped it: false for text that is wrong, or of another shell. */
  readonly isWhole: boolean;
}

/**
 * Reads shell text as a plain `/bin/sh` (dash, which Debian has) does: POSIX.1-2024, XCU 2.3 to 2.10. The parser's grammar is bash's and guesses in
 * places; here nothing is guessed, and nothing of bash is known. Whoever looks for commands takes those of both.
 */
export function readAsPosix(text: string): PosixReading {
  const reader = new PosixCommands(text);
  try {
    reader.readCommands(false);
    reader.isWhole = true;
  } catch (error) {
    if (!(error instanceof ShellStops)) throw error;
  }
  return reader;
}

const OPENING = new Set(["if", "then", "elif", "else", "while", "until", "do", "!", "{"]);
const CLOSING = new Set(["fi", "done", "}"]);
const ASSIGNMENT = /^[A-Za-z_]\w*=/;
const FUNCTION = /\([ \t]*\)/y;

/** How far a list of commands is read. */
interface List {
  /**
   * What was read of the command: nothing; assignments and redirections; its name, too; or it is behind a compound one (`fi`), where only an operator,
   * a redirection or another reserved word may stand.
   */
  place: "command" | "begun" | "named" | "behind";
  words: Word[];
  readonly open: ("(" | "case")[];
}

class PosixCommands extends PosixLines implements PosixReading {
  readonly commands: Call[] = [];
  readonly assignments: Word[] = [];
  isWhole = false;

  override readCommands(isSubstitution: boolean): void {
    const list: List = { place: "command", words: [], open: [] };
    for (;;) {
      this.skipBlanks();
      if (this.letter === "") {
        if (isSubstitution || list.open.length > 0) throw new ShellStops();
        return;
      }
      if (this.letter === ")" && list.open.length === 0 && isSubstitution) {
        this.at++;
        return;
      }
      list.place = this.#next(list);
    }
  }

  #next(list: List): List["place"] {
    switch (this.letter) {
      case "\n":
        this.line();
        return "command";
      case ";":
        this.at++;
        if (this.letter !== ";") return "command";
        this.at++;
        return list.open.at(-1) === "case" ? this.#patterns(list) : "command";
      case "&":
      case "|":
        this.at++;
        return "command";
      case "(":
        return this.#parenthesis(list);
      case ")":
        if (list.open.pop() !== "(") throw new ShellStops();
        this.at++;
        return "behind";
      default:
        if (!this.redirection()) return this.#word(list);
        return list.place === "command" ? "begun" : list.place;
    }
  }

  #parenthesis({ place, words, open }: List): List["place"] {
    if (place === "command") {
      open.push("(");
      this.at++;
      return "command";
    }
    FUNCTION.lastIndex = this.at;
    const isFunction = place === "named" && words.length === 1 && FUNCTION.test(this.text);
    if (!isFunction) throw new ShellStops();
    this.commands.splice(
      this.commands.findIndex((command) => command.words === words),
      1,
    );
    this.at = FUNCTION.lastIndex;
    return "command";
  }

  #word(list: List): List["place"] {
    const { place, open } = list;
    const start = this.at;
    const word = this.word();
    const written = this.text.slice(start, this.at);
    if (place === "named") {
      list.words.push(word);
      return place;
    }
    if (place !== "begun") {
      if (OPENING.has(written)) return "command";
      if (CLOSING.has(written)) return "behind";
      if (written === "esac" && open.at(-1) === "case") return this.#endCase(list);
    }
    if (place === "behind") throw new ShellStops();
    if (place === "command" && written === "for") return this.#loop(start);
    if (place === "command" && written === "case") return this.#case(list);
    if (ASSIGNMENT.test(written)) {
      this.assignments.push(word);
      this.changes.push(written);
      return "begun";
    }
    list.words = [word];
    this.commands.push({ start, words: list.words });
    return "named";
  }

  /** `for name in words`: up to the words' end. */
  #loop(start: number): "command" {
    this.skipBlanks();
    this.word();
    const behindName = this.at;
    this.skipLines();
    if (this.#takes("in")) while (!/^[\n;]?$/.test(this.letter)) this.#loopWord();
    else this.at = behindName;
    this.changes.push(this.text.slice(start, this.at).trimEnd());
    return "command";
  }

  #loopWord(): void {
    const from = this.at;
    this.word();
    this.skipBlanks();
    if (this.at === from) throw new ShellStops();
  }

  #case(list: List): List["place"] {
    this.skipBlanks();
    this.word();
    this.skipLines();
    if (!this.#takes("in")) throw new ShellStops();
    list.open.push("case");
    return this.#patterns(list);
  }

  #endCase({ open }: List): "behind" {
    open.pop();
    return "behind";
  }

  /** `x | y)`, or the end of it all. */
  #patterns(list: List): List["place"] {
    this.skipLines();
    if (this.#takes("esac")) return this.#endCase(list);
    if (this.letter === "(") this.at++;
    for (;;) {
      this.skipBlanks();
      this.word();
      this.skipBlanks();
      const { letter } = this;
      if (letter !== "|" && letter !== ")") throw new ShellStops();
      this.at++;
      if (letter === ")") return "command";
    }
  }

  #takes(reserved: string): boolean {
    const from = this.at;
    this.word();
    const isIt = this.text.slice(from, this.at) === reserved;
    if (isIt) this.skipBlanks();
    else this.at = from;
    return isIt;
  }
}

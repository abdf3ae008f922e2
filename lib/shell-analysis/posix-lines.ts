import { NO_FILE } from "./changes.ts";
import { PosixWords, ShellStops } from "./posix-words.ts";

interface Waiting {
  start: number;
  delimiter: string;
  isQuoted: boolean;
  dropsTabs: boolean;
}

/** Where its redirection begins, and from where to where its text goes, the line that ends it included. */
export interface HereDocument {
  readonly start: number;
  readonly from: number;
  readonly to: number;
}

const REDIRECTION = /\d?(<<-?|<>|<&|<|>>|>&|>\||>)/y;

/** Blanks, comments, redirections, and the ends of lines with the here-documents behind them (XCU 2.3, 2.7). */
export abstract class PosixLines extends PosixWords {
  readonly documents: HereDocument[] = [];
  #waiting: Waiting[] = [];

  /** False when none stands here. */
  protected redirection(): boolean {
    REDIRECTION.lastIndex = this.at;
    const [whole, sign = ""] = REDIRECTION.exec(this.text) ?? [];
    if (whole === undefined) return false;
    const start = this.at;
    this.at += whole.length;
    this.skipBlanks();
    const from = this.at;
    const word = this.word();
    const written = this.text.slice(from, this.at);
    if (written === "") throw new ShellStops();
    if (sign.startsWith("<<")) {
      this.#waiting.push({ start, delimiter: word.source, isQuoted: /['"\\]/.test(written), dropsTabs: sign === "<<-" });
    } else if (sign.includes(">") && !NO_FILE.test(written)) this.changes.push(`${sign} ${written}`);
    return true;
  }

  protected skipBlanks(): void {
    for (;;) {
      if (this.letter === " " || this.letter === "\t") this.at++;
      else if (this.letter === "\\" && this.text[this.at + 1] === "\n") this.at += 2;
      else break;
    }
    if (this.letter === "#") this.at = this.#lineEnd();
  }

  protected skipLines(): void {
    for (this.skipBlanks(); this.letter === "\n"; this.skipBlanks()) this.line();
  }

  #lineEnd(): number {
    const at = this.text.indexOf("\n", this.at);
    return at < 0 || at > this.end ? this.end : at;
  }

  /** A line's end, and the here-documents that wait for it. */
  protected line(): void {
    this.at++;
    for (const document of this.#waiting.splice(0)) {
      const from = this.at;
      this.#hereDocument(document);
      this.documents.push({ start: document.start, from, to: this.at });
    }
  }

  /** Ends at the line that is its delimiter and nothing else. Unless that is quoted, it is filled in, and a substitution may go over lines. */
  #hereDocument({ delimiter, isQuoted, dropsTabs }: Waiting): void {
    while (this.at < this.end) {
      while (dropsTabs && this.letter === "\t") this.at++;
      const lineEnd = this.#lineEnd();
      const isEnd = this.text.slice(this.at, lineEnd) === delimiter;
      if (isEnd || isQuoted) this.at = Math.min(lineEnd + 1, this.end);
      else this.#filledLine();
      if (isEnd) return;
    }
  }

  #filledLine(): void {
    for (let letter = this.letter; letter !== "" && letter !== "\n"; letter = this.letter) {
      if (letter === "$" || letter === "`") this.expansion(true);
      else this.at += letter === "\\" ? 2 : 1;
    }
    this.at++;
  }
}

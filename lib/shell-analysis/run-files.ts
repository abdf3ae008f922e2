import { posix } from "node:path";
import { isInputFile } from "./shell-arguments.ts";
import type { Word } from "./word.ts";

/** A file that a text runs, as far as the text shows it. */
export interface RunFile {
  /**
   * Where it would be looked for, as paths that begin at the folder in which the text runs, or at the root of the file system: in each folder that the
   * text goes to, and with each ending that may be left out.
   */
  readonly names: readonly string[];
  /** A program looks for it by itself (`Makefile`), or in many places: it need not be there. */
  readonly isGuess: boolean;
}

export interface RunFiles {
  readonly files: readonly RunFile[];
  /** Why there may be more of them than stand there, or null. */
  readonly unnamed: string | null;
}

const MAX_FOLDERS = 8;
const MAX_NAMES = 40;
const TOO_MANY = "it runs more files than are looked at";

/** Collects the files that a text runs. Used once. */
export class RunFileFinder {
  readonly #files = new Map<string, { spellings: readonly string[]; isGuess: boolean }>();
  readonly #folders = new Set([""]);
  #unnamed: string | null = null;

  /** @param spellings of one file, the likeliest first */
  add(...spellings: readonly Word[]): void {
    const [first] = spellings;
    if (first === undefined || isInputFile(first.value)) return;
    if (spellings.some(({ isCertain }) => !isCertain)) this.doubt("a file that it runs is named at run time");
    this.#keep(
      spellings.flatMap(({ value, source, isCertain }) => (value === null || (!isCertain && /\{.*\}/.test(source)) ? [] : [source])),
      false,
    );
  }

  /** Files that a program looks for by itself. */
  guess(names: readonly string[]): void {
    this.#keep(names, true);
  }

  /** The text goes to a folder: from where it was, and it may have been anywhere where it went before. */
  enter(word: Word | undefined): void {
    if (word === undefined || word.source === "-" || word.source === "~") return;
    if (word.value === null || !word.isCertain) this.doubt("it goes to a folder that is named at run time");
    if (word.value === null) return;
    for (const folder of [...this.#folders]) {
      const next = posix.normalize(placed(folder, word.source)).replace(/\/$/, "");
      if (next === ".." || next.startsWith("../")) continue;
      const isKnown = this.#folders.has(next === "." ? "" : next);
      if (!isKnown && this.#folders.size >= MAX_FOLDERS) this.doubt("it goes through more folders than are followed");
      else this.#folders.add(next === "." ? "" : next);
    }
  }

  doubt(reason: string): void {
    this.#unnamed ??= reason;
  }

  result(): RunFiles {
    const files: RunFile[] = [];
    let room = MAX_NAMES;
    for (const { spellings, isGuess } of this.#files.values()) {
      const all = [...this.#folders].flatMap((folder) => spellings.map((name) => placed(folder, name)));
      const names = [...new Set(all)].slice(0, room);
      if (names.length < new Set(all).size) this.doubt(TOO_MANY);
      room -= names.length;
      if (names.length > 0) files.push({ names, isGuess });
    }
    return { files, unnamed: this.#unnamed };
  }

  #keep(spellings: readonly string[], isGuess: boolean): void {
    if (spellings.length > 0) this.#files.set(JSON.stringify(spellings), { spellings, isGuess });
  }
}

/** `~` is the folder in which the text begins. */
function placed(folder: string, name: string): string {
  if (name.startsWith("~/")) return name.slice(2);
  return name.startsWith("/") || folder === "" ? name : `${folder}/${name}`;
}

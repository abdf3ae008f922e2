import type { Node } from "web-tree-sitter";
import { changesIn } from "./changes.ts";
import { commandName } from "./command-name.ts";
import { firstFile, scriptsInVariable, setsPath } from "./command-variables.ts";
import { commandsOfBoth } from "./commands-of-both.ts";
import { hiddenCommands } from "./hidden-commands.ts";
import { filesOfInterpreter, interpreter } from "./interpreters.ts";
import { optionValue } from "./option-commands.ts";
import type { ParseShell } from "./parser.ts";
import { readAsPosix } from "./posix-commands.ts";
import { prefixCommand, SHELLS } from "./prefix-commands.ts";
import { RunFileFinder } from "./run-files.ts";
import { firstFiles, HOME_FILES, isInputFile, readShellArguments, runsHomeFirst } from "./shell-arguments.ts";
import { assignmentsIn, type Call, filledIn, inputFilesIn, inputTextIn } from "./syntax.ts";
import { unwrap } from "./unwrap.ts";
import { afterSign, plainWord, type Word } from "./word.ts";
import { wordsOfXargs } from "./xargs-words.ts";

/** Shell text inside shell text, and commands behind commands, are followed this far and this often. Nobody writes more by hand. */
const MAX_DEPTH = 12;
const MAX_SCRIPTS = 200;
const TOO_DEEP = "it holds commands inside commands, too deep to follow";

/** The grammar takes what follows the word for a part of it: `<<E;` instead of `<<E ;`. */
const CROWDED_DELIMITER = /(<<-?[ \t]*(?:'[^'\n]*'|"[^"\n]*"|\\?\w+))(?=[;&|)<>])/g;

/** Walks through shell text and the shell text in it, and collects names, acts and doubts. Used once. */
export class CommandFinder {
  readonly names = new Set<string>();
  readonly acts = new Set<string>();
  readonly bareActs = new Set<string>();
  readonly files = new RunFileFinder();
  /** The first reason why `names` may lack some. */
  doubt: string | null = null;
  readonly #parse: ParseShell;
  readonly #seen = new Set<string>();
  /** Some interpreter takes its program from its input. */
  #readsProgram = false;

  constructor(parse: ParseShell) {
    this.#parse = parse;
  }

  visitScript(text: string, depth = 0): void {
    const script = text.replace(CROWDED_DELIMITER, "$1 ");
    if (script.trim() === "" || this.#seen.has(script)) return;
    if (this.#seen.size >= MAX_SCRIPTS) this.#doubt("it holds more shell text inside shell text than can be followed");
    if (this.#isTooDeep(depth) || this.#seen.size >= MAX_SCRIPTS) return;
    this.#seen.add(script);
    // The shell joins such lines before it looks for words; the grammar does so only between words.
    if (script.includes("\\\n")) this.visitScript(script.replaceAll("\\\n", ""), depth + 1);
    this.#parse(script, (root) => this.#visitTree(root, script, depth));
  }

  /** Without a tree (the text took the parser too long) there is what the standard reads. */
  #visitTree(root: Node | null, script: string, depth: number): void {
    const posix = readAsPosix(script);
    if (posix.isTooDeep) this.#doubt(TOO_DEEP);
    if (!root || root.hasError || !posix.isWhole) this.#doubt("it does not parse as shell text");
    const calls = root ? commandsOfBoth(root, posix) : posix.commands;
    for (const change of [...(root ? changesIn(root) : []), ...posix.changes]) this.acts.add(change);
    for (const text of [...(root ? filledIn(root) : []), ...posix.texts]) this.visitScript(text, depth + 1);
    this.#visitVariables([...(root ? assignmentsIn(root) : []), ...posix.assignments], depth);
    this.#visitCalls(root, calls, depth);
  }

  #visitCalls(root: Node | null, calls: readonly Call[], depth: number): void {
    let readsInput = false;
    for (const { words } of calls) readsInput = this.#visitCall(words, depth) || readsInput;
    if (readsInput || this.#readsProgram) this.#visitInputFiles(root, calls);
    if (!readsInput) return;
    this.#doubt("a shell reads its commands from its input");
    for (const text of root ? inputTextIn(root, calls) : []) this.visitScript(text, depth + 1);
  }

  /** What `sh < file` and `cat file | sh` run. */
  #visitInputFiles(root: Node | null, calls: readonly Call[]): void {
    for (const file of root ? inputFilesIn(root) : []) this.files.add(file);
    for (const { words } of calls) {
      if (words[0]?.value === "cat") for (const file of words.slice(1)) if (!file.source.startsWith("-")) this.files.add(file);
    }
  }

  /** True when the command takes further commands from its input. */
  #visitCall(words: readonly Word[], depth: number): boolean {
    const [first, ...rest] = words;
    if (first === undefined || this.#isTooDeep(depth)) return false;
    // Signs of the grammar that it takes for words behind another (`! { …`, `time { …`).
    if (first.source === "!" || first.source === "{") return this.#visitCall(rest, depth + 1);
    if (first.source === "}") return false;
    this.acts.add(words.map((word) => word.source).join(" "));
    if (!first.isCertain) this.#doubt("the name of a command is made at run time");
    if (first.value === null) return false;
    const name = commandName(first.value);
    if (name !== "") this.names.add(name);
    const folderEnd = first.value.lastIndexOf("/") + 1;
    if (folderEnd > 0) this.files.add(first);
    if (folderEnd > 0) this.bareActs.add([first.value.slice(folderEnd), ...rest.map((word) => word.source)].join(" "));
    // Without quotes the shell takes the value of a variable apart.
    const parts = first.isCertain ? [] : first.value.split(/\s+/).filter(Boolean);
    if (parts.length > 1) return this.#visitCall([...parts.map(plainWord), ...rest], depth + 1);
    return this.#visitArguments(name, rest, depth);
  }

  #visitArguments(name: string, words: readonly Word[], depth: number): boolean {
    const hiddenReads = this.#visitHidden(name, words, depth);
    this.#visitRunFiles(name, words);
    const prefix = prefixCommand(name);
    if (prefix) {
      if (prefix.takesAssignments) this.#visitVariables(words, depth);
      const { inner: command, scripts } = unwrap(prefix, words);
      const inner = name === "xargs" && command ? wordsOfXargs(words.slice(0, words.length - command.length), command) : command;
      const isCertain = words.every((word) => word.isCertain);
      for (const script of scripts) this.#visitText([{ ...plainWord(script), isCertain }], depth);
      if (prefix.isForShell && inner) this.#runsFile(inner[0]);
      if (name === "uv" && inner?.[0]?.source.endsWith(".py")) this.files.add(inner[0]);
      const isNamed = name === "coproc" && inner?.[1]?.source === "{";
      const innerReads = inner !== null && this.#visitCall(isNamed ? inner.slice(1) : inner, depth + 1);
      return hiddenReads || innerReads || (name === "xargs" && isRunner(inner?.[0]));
    }
    if (SHELLS.has(name)) return this.#visitShell(name, words, depth);
    if (name === "eval") this.#visitText(words[0]?.value === "--" ? words.slice(1) : words, depth);
    if (name === "trap") this.#visitText(words.filter((word) => !word.value?.startsWith("-")).slice(0, 1), depth);
    if (name === "alias") this.#visitAlias(words, depth);
    if (DECLARATIONS.has(name)) this.#visitVariables(words, depth);
    if (name === "at" || name === "batch") return true;
    if (name === "." || name === "source") return this.#visitFile(words[0]);
    return hiddenReads;
  }

  /** What stands in the arguments of a program that is itself: `find -exec`, `git -c core.pager=…`, `tar --to-command`. */
  #visitHidden(name: string, words: readonly Word[], depth: number): boolean {
    const { commands = [], scripts = [], doubt = null } = hiddenCommands(name, words);
    if (doubt !== null) this.#doubt(doubt);
    for (const word of scripts) this.#visitText([word], depth);
    return commands.map((command) => this.#visitCall(command, depth + 1)).includes(true);
  }

  #visitVariables(assignments: readonly Word[], depth: number): void {
    for (const word of assignments) {
      const file = firstFile(word);
      if (file) this.#runsFile(file);
      if (setsPath(word)) this.files.doubt("it changes where programs are looked for");
      for (const text of scriptsInVariable(word)) this.#visitText([text], depth);
    }
  }

  #visitShell(name: string, words: readonly Word[], depth: number): boolean {
    if (runsHomeFirst(name, words)) {
      this.#doubt("a shell runs files of its home folder first");
      this.files.guess(HOME_FILES);
    }
    for (const file of firstFiles(words)) this.files.add(file);
    const source = readShellArguments(words);
    if (source.kind === "text") this.#visitText([source.word], depth);
    if (source.kind === "file") this.#runsFile(source.word);
    return source.kind === "input";
  }

  /** Its text need be no command: with `alias a='x='`, `a rm v` runs `rm`. */
  #visitAlias(words: readonly Word[], depth: number): void {
    if (words.some((word) => word.source.includes("="))) this.#doubt("an alias gives a word another meaning");
    for (const word of words) this.#visitText([afterSign(word, "=")], depth);
  }

  #visitFile(file: Word | undefined): boolean {
    if (isInputFile(file?.value ?? null)) return true;
    this.#runsFile(file);
    return false;
  }

  #runsFile(file: Word | undefined): void {
    this.#doubt("a shell runs a file");
    if (file) this.files.add(file);
  }

  /** The scripts of interpreters, and the folders that commands go to, from which files are named. */
  #visitRunFiles(name: string, words: readonly Word[]): void {
    if (name === "cd" || name === "pushd") this.files.enter(words.find(({ source }) => !/^-./.test(source)));
    const folderOption = name === "env" ? ["-C", "--chdir"] : name === "sudo" ? ["-D", "--chdir"] : [];
    for (const option of folderOption) for (const at of words.keys()) this.files.enter(optionValue(words, at, option) ?? undefined);
    const how = interpreter(name);
    if (!how) return;
    const told = filesOfInterpreter(how, words);
    for (const folder of told.folders) this.files.enter(folder);
    for (const spellings of told.files) this.files.add(...spellings);
    if (told.looksFor.length > 0) this.files.guess(told.looksFor);
    this.#readsProgram ||= told.readsInput;
  }

  #visitText(words: readonly Word[], depth: number): void {
    if (words.some((word) => !word.isCertain)) this.#doubt("shell text is made at run time");
    this.visitScript(words.map((word) => word.source).join(" "), depth + 1);
  }

  #isTooDeep(depth: number): boolean {
    if (depth > MAX_DEPTH) this.#doubt(TOO_DEEP);
    return depth > MAX_DEPTH;
  }

  #doubt(reason: string): void {
    this.doubt ??= reason;
  }
}

/** Commands that take assignments for arguments. */
const DECLARATIONS = new Set(["export", "readonly", "local", "declare", "typeset"]);

/** Commands that run what follows them, so that their input may decide what it is. */
function isRunner(word: Word | undefined): boolean {
  const name = commandName(word?.value ?? "");
  return SHELLS.has(name) || name === "eval" || prefixCommand(name) !== undefined;
}

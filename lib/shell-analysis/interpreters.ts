import { optionValue } from "./option-commands.ts";
import type { Word } from "./word.ts";

/** How a program that runs text of another language is told where that text is. */
export interface Interpreter {
  /** Options whose value is a word of its own, and no file that is run. */
  readonly valued?: readonly string[];
  /** Options that bring the text themselves (`-c 'print(1)'`): what stands behind them are arguments. */
  readonly inline?: RegExp;
  /** Options whose value is a file that is run: the program itself, or one that runs before it. */
  readonly files?: readonly string[];
  /** Of those, the ones that leave the operand what it is (`node -r ./first.js main.js`). */
  readonly before?: readonly string[];
  /** The option whose value is a module, looked for in the folder (`python -m tool`). */
  readonly module?: string;
  /** Words that may stand in front of the program (`deno run main.ts`). */
  readonly subcommands?: readonly string[];
  /** The first operand is the text itself (`awk '{ print }' data`). */
  readonly takesText?: boolean;
  /** No operand is a program (`make all`). */
  readonly takesNone?: boolean;
  /** Endings that may be left out, and files that stand for a folder. */
  readonly endings?: readonly string[];
  /** What it looks for by itself when no option names a file. */
  readonly looksFor?: readonly string[];
  /** The option whose value is the folder in which it works. */
  readonly folder?: string;
}

/** How that program is told what to run; undefined when it is none that is known. Versions in the name make no difference: `python3.12`. */
export function interpreter(name: string): Interpreter | undefined {
  const bare = name.replace(/[\d.]+$/, "");
  const known = SAME_AS[bare] ?? bare;
  return Object.hasOwn(INTERPRETERS, known) ? INTERPRETERS[known] : undefined;
}

const SCRIPT_ENDINGS = [".js", ".ts", "/index.js"];
const NODE: Interpreter = {
  valued: ["-C", "--conditions", "--env-file", "--input-type", "--stack-trace-limit", "--test-name-pattern", "--title"],
  inline: /^-(e|p|pe|-eval|-print)(=|$)/,
  files: ["-r", "--require", "--import", "--loader", "--experimental-loader"],
  before: ["-r", "--require", "--import", "--loader", "--experimental-loader"],
  subcommands: ["watch", "run", "inspect"],
  endings: SCRIPT_ENDINGS,
};
const PACKAGE: Interpreter = { takesNone: true, looksFor: ["package.json"], folder: "--prefix" };
const ONE_FILE: Interpreter = {};

const INTERPRETERS: Readonly<Record<string, Interpreter>> = {
  awk: { valued: ["-v", "-F", "--assign", "--field-separator"], files: ["-f", "--file", "-E", "--exec"], takesText: true },
  bun: { ...NODE, subcommands: ["run", "test", "--watch"], looksFor: ["package.json"] },
  deno: {
    valued: ["-c", "--config", "--import-map", "-L", "--log-level", "--cert", "--lock"],
    files: ["--preload"],
    before: ["--preload"],
    subcommands: ["run", "test", "bench", "serve", "task", "compile"],
    endings: [".ts", ".js"],
    looksFor: ["deno.json", "deno.jsonc", "package.json"],
  },
  expect: { inline: /^-c$/, files: ["-f", "-b"] },
  go: { subcommands: ["run"], endings: ["/main.go"] },
  guile: { valued: ["-L"], inline: /^-c$/, files: ["-l", "-s"] },
  java: {
    valued: ["-cp", "-classpath", "--class-path", "-p", "--module-path", "--add-modules", "--source", "-m", "--module"],
    files: ["-jar"],
  },
  julia: { inline: /^(-[eE]|--eval|--print)(=|$)/, files: ["-L", "--load"], before: ["-L", "--load"] },
  just: { takesNone: true, files: ["-f", "--justfile"], looksFor: ["justfile", "Justfile", ".justfile"], folder: "-d" },
  lua: { valued: ["-l"], inline: /^-e/ },
  luajit: { valued: ["-l"], inline: /^-e/ },
  make: {
    takesNone: true,
    files: ["-f", "--file", "--makefile"],
    looksFor: ["GNUmakefile", "makefile", "Makefile"],
    folder: "-C",
  },
  node: { ...NODE, subcommands: ["inspect"] },
  npm: PACKAGE,
  perl: { valued: ["-I"], inline: /^-[a-zA-Z0-9]*[eE]/ },
  php: {
    valued: ["-c", "-d", "-S", "-t", "-z", "--define", "--server", "--docroot"],
    inline: /^(-[rBRE]|--run|--process-begin|--process-code|--process-end)/,
    files: ["-f", "-F", "--file", "--process-file"],
  },
  pnpm: PACKAGE,
  python: { valued: ["-W", "-X", "--check-hash-based-pycs"], inline: /^-[a-zA-Z]*c/, module: "-m", endings: ["/__main__.py"] },
  r: { inline: /^-e$/, files: ["-f", "--file"], takesNone: true },
  rscript: { inline: /^-e$/ },
  ruby: {
    valued: ["-I", "-E", "--encoding"],
    inline: /^-[a-zA-Z]*e/,
    files: ["-r", "--require"],
    before: ["-r", "--require"],
    folder: "-C",
  },
  sed: { valued: ["-l", "--line-length"], inline: /^(-[a-zA-Z]*e|--expression)/, files: ["-f", "--file"], takesText: true },
  tclsh: ONE_FILE,
  "ts-node": NODE,
  tsx: NODE,
  wish: ONE_FILE,
  yarn: { ...PACKAGE, folder: "--cwd" },
};

const SAME_AS: Readonly<Record<string, string>> = {
  gawk: "awk",
  gmake: "make",
  gsed: "sed",
  mawk: "awk",
  nawk: "awk",
  nodejs: "node",
  pypy: "python",
  yarnpkg: "yarn",
};

/** What such a program is told to run. Each file stands there with the names under which it would be looked for, the likeliest first. */
export interface ToldFiles {
  readonly files: readonly (readonly Word[])[];
  /** Looked for by itself: it need not be there. */
  readonly looksFor: readonly string[];
  readonly folders: readonly Word[];
  /** Nothing of it names a program, so it reads one from its input. */
  readonly readsInput: boolean;
}

/** Reads the arguments of an interpreter, its name left out. */
export function filesOfInterpreter(how: Interpreter, words: readonly Word[]): ToldFiles {
  const valuesOf = (options: readonly string[]) =>
    words.flatMap((_, at) => options.flatMap((option) => fileOption(how, words, at, option) ?? []));
  const named = valuesOf(how.files ?? []);
  const isNamed = valuesOf(programOptions(how)).length > 0;
  const operand = isNamed ? { kind: "none" as const } : operandOf(how, words);
  const program = operand.kind === "file" ? [spellings(how, operand.word)] : [];
  const modules = operand.kind === "module" ? [moduleFiles(operand.word)] : [];
  return {
    files: [...named.map((word) => [word]), ...program, ...modules],
    looksFor: isNamed ? [] : (how.looksFor ?? []),
    folders: how.folder === undefined ? [] : valuesOf([how.folder]),
    readsInput: operand.kind === "input",
  };
}

const programOptions = ({ files = [], before = [] }: Interpreter): string[] => files.filter((option) => !before.includes(option));

/** A letter may stand in a cluster (`sed -nf file`) only where no other one can have a value attached that looks the same (`php -dfile=1`). */
function fileOption(how: Interpreter, words: readonly Word[], at: number, option: string): Word | null {
  const isPlain = option.startsWith("--") || words[at]?.source.startsWith(option);
  return isPlain || how.takesText || how.takesNone ? optionValue(words, at, option) : null;
}

type Operand = { kind: "none" } | { kind: "input" } | { kind: "file" | "module"; word: Word };

function operandOf(how: Interpreter, words: readonly Word[]): Operand {
  if (how.takesText || how.takesNone) return { kind: "none" };
  let isBehindSubcommand = false;
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as Word;
    const text = word.value ?? word.source;
    if (text === "--") {
      const next = words[at + 1];
      return next ? { kind: "file", word: next } : { kind: "input" };
    }
    if (text.startsWith("-") && text !== "-") {
      if (how.module !== undefined && new RegExp(`^-[a-zA-Z]*${how.module.slice(1)}$`).test(text)) {
        const module = words[at + 1];
        return module ? { kind: "module", word: module } : { kind: "none" };
      }
      if (how.inline?.test(text)) return { kind: "none" };
      if (takesNext(how, text)) at++;
    } else if (!isBehindSubcommand && how.subcommands?.includes(text)) isBehindSubcommand = true;
    else return text === "-" ? { kind: "input" } : { kind: "file", word };
  }
  return { kind: "input" };
}

const takesNext = ({ valued = [], files = [], folder }: Interpreter, option: string): boolean =>
  valued.includes(option) || files.includes(option) || option === folder;

function spellings({ endings = [] }: Interpreter, word: Word): Word[] {
  if (/\.\w+$/.test(word.source)) return [word];
  return [word, ...endings.map((ending) => behind(word, ending))];
}

/** `python -m a.b` looks in the folder before it looks anywhere else. */
function moduleFiles(word: Word): Word[] {
  const path = { ...word, value: word.value?.replaceAll(".", "/") ?? null, source: word.source.replaceAll(".", "/") };
  return [behind(path, ".py"), behind(path, "/__main__.py")];
}

const behind = (word: Word, ending: string): Word => ({
  ...word,
  value: word.value === null ? null : word.value + ending,
  source: word.source + ending,
});

import type { Word } from "./word.ts";

/** Where a shell takes its commands from. */
export type ShellSource = { kind: "text"; word: Word } | { kind: "input" } | { kind: "file"; word: Word };

const TAKES_VALUE = new Set(["--rcfile", "--init-file"]);
/** These read files of the home folder whatever they are told to do, unless an option says otherwise. */
const ALWAYS_READ = new Set(["zsh", "fish", "csh", "tcsh"]);
const INPUT_FILES = new Set(["-", "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"]);

/** Reads the arguments of `sh`: `-c text`, a file, or nothing, which means its input. Letters may be joined (`-ec`). */
export function readShellArguments(words: readonly Word[]): ShellSource {
  let isText = false;
  for (let at = 0; at < words.length; at++) {
    const word = words[at];
    const value = word?.value ?? null;
    const isOption = value !== null && /^[-+]./.test(value);
    if (word && !isOption) return isText ? { kind: "text", word } : isInputFile(value) ? { kind: "input" } : { kind: "file", word };
    if (value === "--" || value === null) continue;
    if (TAKES_VALUE.has(value)) at++;
    // Each takes the name of an option, wherever it stands among the letters (`-oc errexit text`).
    else if (!value.startsWith("--")) at += value.match(/[oO]/g)?.length ?? 0;
    if (/^-[a-zA-Z]*c/.test(value)) isText = true;
  }
  return { kind: "input" };
}

/** The files that an interactive shell runs before anything else, because an option names them. */
export function firstFiles(words: readonly Word[]): Word[] {
  return words.flatMap(({ value }, at) => (TAKES_VALUE.has(value ?? "") ? (words[at + 1] ?? []) : []));
}

export const isInputFile = (value: string | null): boolean => value !== null && INPUT_FILES.has(value);

/** The files of the home folder that shells look for. */
export const HOME_FILES = [".bash_profile", ".bash_login", ".profile", ".bashrc", ".zshenv", ".zprofile", ".zshrc", ".zlogin"].map(
  (name) => `~/${name}`,
);

/** A login shell (`-lc`) and an interactive one run files of the home folder before anything else, and that is the workspace: `.profile`, `.bashrc`. */
export function runsHomeFirst(name: string, words: readonly Word[]): boolean {
  const end = words.findIndex(({ value }) => !value?.startsWith("-"));
  const options = words.slice(0, end < 0 ? words.length : end).map(({ value }) => value ?? "");
  if (options.some((option) => /^-[a-zA-Z]*[il]/.test(option) || option === "--login")) return true;
  return ALWAYS_READ.has(name) && !options.some((option) => /^-[a-zA-Z]*[fN]/.test(option) || /^--no-(rcs|config)$/.test(option));
}

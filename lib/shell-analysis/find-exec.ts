import { filledLater, type Word } from "./word.ts";

/** Where the name of what was found comes: `{}`, and with `fd` `{/}`, `{.}` and the like. */
const FOUND = /\{[^{}]*\}/;
const RUNS = new Set(["-exec", "-execdir", "-ok", "-okdir"]);

/** The commands that `find` was told to run: the words between `-exec` and `;` or `+`. */
export function findExecCommands(words: readonly Word[]): Word[][] {
  return words.flatMap((word, at) => (RUNS.has(word.value ?? "") ? [upTo(words.slice(at + 1), [";", "+"])] : []));
}

/** The same of `fd`: behind `-x`, `-X` and their long forms, up to `;`. The option may end a cluster, and have the command's name attached. */
export function fdExecCommands(words: readonly Word[]): Word[][] {
  return words.flatMap((word, at) => {
    const option = /^(?:-[A-Za-z]*?[xX]|--exec(?:-batch)?(?:=|$))/.exec(word.source)?.[0];
    if (option === undefined) return [];
    const attached = word.source.slice(option.length);
    const rest = upTo(words.slice(at + 1), [";"]);
    const name =
      attached === "" ? [] : filledLater([{ ...word, value: word.value?.slice(option.length) ?? null, source: attached }], FOUND);
    return [[...name, ...rest]];
  });
}

function upTo(words: readonly Word[], ends: readonly string[]): Word[] {
  const end = words.findIndex((word) => ends.includes(word.value ?? ""));
  return filledLater(end === -1 ? words : words.slice(0, end), FOUND);
}

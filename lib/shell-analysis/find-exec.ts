import type { Word } from "./word.ts";

const RUNS = new Set(["-exec", "-execdir", "-ok", "-okdir"]);

/** The commands that `find` was told to run: the words between `-exec` and `;` or `+`. */
export function findExecCommands(words: readonly Word[]): Word[][] {
  return words.flatMap((word, at) => {
    if (!RUNS.has(word.value ?? "")) return [];
    const rest = words.slice(at + 1);
    const end = rest.findIndex((next) => next.value === ";" || next.value === "+");
    return [end === -1 ? rest : rest.slice(0, end)];
  });
}

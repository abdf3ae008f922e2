import { filledLater, type Word } from "./word.ts";

/** The words of a command behind `xargs`, which puts what it reads in the place of a sign in them, if one of its options names one. */
export function wordsOfXargs(options: readonly Word[], command: readonly Word[]): readonly Word[] {
  const sign = options.map((_, at) => signAt(options, at)).find((found) => found !== null);
  return sign ? filledLater(command, sign) : command;
}

/** `-I %`, `-I%`, `-i` and `--replace=%`; the letters may stand behind others that take no value. */
function signAt(options: readonly Word[], at: number): string | null {
  const source = options[at]?.source ?? "";
  const [given = ""] = source.split("=", 1);
  if (given.length > 2 && "--replace".startsWith(given)) return source.slice(given.length + 1) || "{}";
  const letters = /^-[0oprtx]*[iI]/.exec(source)?.[0];
  if (letters === undefined) return null;
  return source.slice(letters.length) || (letters.endsWith("I") ? (options[at + 1]?.source ?? null) : "{}");
}

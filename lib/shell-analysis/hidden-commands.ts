import { fdExecCommands, findExecCommands } from "./find-exec.ts";
import { gitCommands } from "./git-commands.ts";
import { optionCommands } from "./option-commands.ts";
import type { HiddenCommands } from "./told-commands.ts";
import { afterSign, type Word } from "./word.ts";

/** Programs that are themselves, and hide commands in their arguments. Those whose whole purpose it is to run another one are in `prefix-commands.ts`. */
export function hiddenCommands(name: string, words: readonly Word[]): HiddenCommands {
  switch (name) {
    case "find":
      return { commands: findExecCommands(words) };
    case "fd":
    case "fdfind":
      return { commands: fdExecCommands(words) };
    case "git":
      return gitCommands(words);
    case "socat":
      return { scripts: words.filter((word) => /^(exec|system|shell):/i.test(word.source)).map((word) => afterSign(word, ":")) };
    case "hyperfine":
    case "concurrently":
      return { scripts: words.filter((word) => !word.source.startsWith("-")) };
    default:
      return { scripts: optionCommands(name, words) };
  }
}

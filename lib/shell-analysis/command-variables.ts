import { optionCommands } from "./option-commands.ts";
import { substitutionsIn } from "./substitutions.ts";
import { afterSign, plainWord, type Word } from "./word.ts";

/** Variables whose value some program runs. */
const RUN = new Set([
  ...["PAGER", "MANPAGER", "GIT_PAGER", "SYSTEMD_PAGER", "EDITOR", "VISUAL", "GIT_EDITOR", "GIT_SEQUENCE_EDITOR", "BROWSER"],
  ...["SUDO_EDITOR", "SVN_EDITOR", "SYSTEMD_EDITOR", "FCEDIT", "GIT_SSH", "GIT_SSH_COMMAND", "GIT_EXTERNAL_DIFF", "GIT_ASKPASS"],
  ...["SSH_ASKPASS", "SUDO_ASKPASS", "GIT_PROXY_COMMAND", "RSYNC_RSH", "RSYNC_CONNECT_PROG", "CVS_RSH", "SVN_SSH"],
  ...["PROMPT_COMMAND", "LESSOPEN", "LESSCLOSE", "FZF_DEFAULT_COMMAND"],
]);
/** Settings that git takes from the environment, as `-c` has them; see `gitCommands`. */
const GIT_SETTING = /^GIT_CONFIG_(VALUE_\d+|PARAMETERS)$/;
/** Variables whose value a shell fills in when it uses it, substitutions and all: prompts, and the file that it reads first. */
const FILLED_IN = new Set(["PS0", "PS1", "PS2", "PS4", "ENV", "BASH_ENV"]);
const NAMED = /^([A-Za-z_]\w*)\+?=/;

/** The shell texts in `PAGER='rm v'`, `PS4='$(rm v)'` and `TAR_OPTIONS=--to-command=rm`; none for a word that gives no such variable a value. */
export function scriptsInVariable(word: Word): Word[] {
  const name = NAMED.exec(word.source)?.[1];
  if (name === undefined) return [];
  const text = afterSign(word, "=");
  if (RUN.has(name) || GIT_SETTING.test(name)) return [{ ...text, source: text.source.replace(/^!/, "") }];
  if (FILLED_IN.has(name)) return substitutionsIn(text.source).map(plainWord);
  return name === "TAR_OPTIONS" ? optionCommands("tar", text.source.split(/\s+/).map(plainWord)) : [];
}

/** The file that this names, which bash runs before anything else; null for another variable. */
export function firstFile(word: Word): Word | null {
  return /^BASH_ENV=./s.test(word.source) ? afterSign(word, "=") : null;
}

/** Programs are looked for elsewhere from then on. */
export function setsPath({ source }: Word): boolean {
  return /^PATH\+?=/.test(source);
}

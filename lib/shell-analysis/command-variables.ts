import { afterSign, type Word } from "./word.ts";

/** Variables whose value some program runs. */
const RUN = new Set([
  ...["PAGER", "MANPAGER", "GIT_PAGER", "SYSTEMD_PAGER", "EDITOR", "VISUAL", "GIT_EDITOR", "GIT_SEQUENCE_EDITOR", "BROWSER"],
  ...["GIT_SSH", "GIT_SSH_COMMAND", "GIT_EXTERNAL_DIFF", "GIT_ASKPASS", "SSH_ASKPASS", "GIT_PROXY_COMMAND", "RSYNC_RSH", "CVS_RSH"],
  ...["PROMPT_COMMAND", "LESSOPEN", "LESSCLOSE", "FZF_DEFAULT_COMMAND"],
]);
/** Settings that git takes from the environment, as `-c` has them; see `gitCommands`. */
const GIT_SETTING = /^GIT_CONFIG_(VALUE_\d+|PARAMETERS)$/;
const NAMED = /^([A-Za-z_]\w*)\+?=/;

/** The shell text in `PAGER='rm v'`, or null for a word that gives no such variable a value. */
export function commandInVariable(word: Word): Word | null {
  const name = NAMED.exec(word.source)?.[1];
  if (name === undefined || !(RUN.has(name) || GIT_SETTING.test(name))) return null;
  const text = afterSign(word, "=");
  return { ...text, source: text.source.replace(/^!/, "") };
}

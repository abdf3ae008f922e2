import { optionValue } from "./option-commands.ts";
import type { HiddenCommands } from "./told-commands.ts";
import { afterSign, plainWord, type Word } from "./word.ts";

/** Settings whose value git runs. */
const RUNS: readonly RegExp[] = [
  /^alias\..+$/i,
  /^core\.(pager|editor|sshcommand|fsmonitor|askpass|gitproxy|alternaterefscommand)$/i,
  /^(sequence\.editor|pager\..+|interactive\.difffilter|diff\.external|web\.browser)$/i,
  /^(diff|merge|difftool|mergetool|man|browser|guitool|trailer)\..+\.(command|cmd|textconv|driver|path)$/i,
  /^filter\..+\.(clean|smudge|process)$/i,
  /^(credential\.(.+\.)?helper|gpg\.(.+\.)?program)$/i,
  /^(uploadpack\.packobjectshook|remote\..+\.(uploadpack|receivepack|vcs)|submodule\..+\.update)$/i,
  /^(sendemail\.(.+cmd|smtpserver)|init\.templatedir)$/i,
];
const RUNS_A_FOLDER = /^core\.hookspath$/i;

/** Options with a value in front of git's own command. */
const VALUED = new Set(["-C", "-c", "--git-dir", "--work-tree", "--namespace", "--super-prefix", "--config-env", "--attr-source"]);

/** Options of git's own commands whose value is a command. */
const OPTIONS: Readonly<Record<string, readonly string[]>> = {
  archive: ["--exec"],
  clone: ["-u", "--upload-pack"],
  difftool: ["-x", "--extcmd"],
  fetch: ["--upload-pack"],
  "fetch-pack": ["--upload-pack", "--exec"],
  "filter-branch": ["env", "tree", "index", "parent", "msg", "commit", "tag-name"].map((what) => `--${what}-filter`).concat("--setup"),
  "ls-remote": ["--upload-pack", "--exec"],
  pull: ["--upload-pack"],
  push: ["--receive-pack", "--exec"],
  rebase: ["-x", "--exec"],
  "send-pack": ["--receive-pack", "--exec"],
};

/**
 * The commands that git is told to run: in settings (`-c alias.x=!…`, `-c core.pager=…`, `config alias.x …`), by `rebase --exec`, `bisect run`,
 * `submodule foreach` and the like, and as an `ext::` address. Hooks and settings that stand in files are not seen.
 */
export function gitCommands(words: readonly Word[]): HiddenCommands {
  const at = ownCommandAt(words);
  const own = words[at]?.value ?? "";
  const rest = words.slice(at + 1);
  const options = Object.hasOwn(OPTIONS, own) ? (OPTIONS[own] ?? []) : [];
  const settings = settingsIn(words);
  return {
    commands: own === "bisect" && rest[0]?.value === "run" ? [rest.slice(1)] : [],
    scripts: [
      ...settings.filter(({ key }) => RUNS.some((setting) => setting.test(key))).map(({ key, value }) => settingScript(key, value)),
      ...rest.flatMap((_, place) => options.flatMap((option) => optionValue(rest, place, option) ?? [])),
      ...(own === "grep" ? rest.flatMap(pagerOfGrep) : []),
      ...(own === "submodule" ? foreachScript(rest) : []),
      ...words.filter((word) => word.source.startsWith("ext::")).map(externalTransport),
    ],
    doubt: doubtOf(words, settings),
  };
}

interface Setting {
  key: string;
  value: Word;
}

/** `key=value` behind `-c` or `--config`, and `key value` as `git config` has them. */
function settingsIn(words: readonly Word[]): Setting[] {
  return words.flatMap((word, at) => {
    const [given, next] = [optionValue(words, at, "-c") ?? optionValue(words, at, "--config"), words[at + 1]];
    const inline = given?.source.includes("=") ? [{ key: given.source.split("=", 1)[0] ?? "", value: afterSign(given, "=") }] : [];
    return next ? [...inline, { key: word.source, value: next }] : inline;
  });
}

/** An alias without `!` is git's own command again; elsewhere the sign only says that a shell reads what follows. */
function settingScript(key: string, value: Word): Word {
  const isShell = value.source.startsWith("!");
  if (isShell) return { ...value, source: value.source.slice(1) };
  return /^alias\./i.test(key) ? { ...value, source: `git ${value.source}` } : value;
}

/** Its value may only be attached: `-Oless`. */
function pagerOfGrep(word: Word): Word[] {
  const attached = /^(?:-O|--open-files-in-pager=)(?=.)/.exec(word.source)?.[0];
  return attached ? [{ ...word, source: word.source.slice(attached.length) }] : [];
}

function foreachScript(words: readonly Word[]): Word[] {
  const at = words.findIndex((word) => word.value === "foreach");
  const rest =
    at < 0 ? [] : words.slice(at + 1).filter((word, place, all) => place > 0 || all.length === 1 || !word.source.startsWith("-"));
  return rest.length === 0
    ? []
    : [{ ...plainWord(rest.map((word) => word.source).join(" ")), isCertain: rest.every((word) => word.isCertain) }];
}

/** `ext::sh -c rm% v`: a blank behind `%` belongs to the word. */
function externalTransport(word: Word): Word {
  return { ...word, source: word.source.slice("ext::".length).replaceAll("% ", "\\ ") };
}

function doubtOf(words: readonly Word[], settings: readonly Setting[]): string | null {
  if (words.some((word) => /^--config-env\b/.test(word.source))) return "git takes a setting from the environment";
  const isFolder = words.some((word) => /^--exec-path=/.test(word.source)) || settings.some(({ key }) => RUNS_A_FOLDER.test(key));
  return isFolder ? "git runs programs of a folder" : null;
}

function ownCommandAt(words: readonly Word[]): number {
  let at = 0;
  while (at < words.length && words[at]?.source.startsWith("-")) at += VALUED.has(words[at]?.source ?? "") ? 2 : 1;
  return at;
}

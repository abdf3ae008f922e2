import { afterSign, type Word } from "./word.ts";

/** Options whose value is a command, by program. `key=` behind an option: only that setting of it is one (`-o ProxyCommand=…`), whatever its case. */
const OPTIONS: Readonly<Record<string, readonly string[]>> = {
  bsdtar: ["--use-compress-program"],
  compgen: ["-C"],
  complete: ["-C"],
  diff3: ["--diff-program"],
  install: ["--strip-program"],
  man: ["-H", "-P", "--html", "--pager"],
  mapfile: ["-C"],
  nc: ["-e", "-c"],
  ncat: ["-e", "-c", "--exec", "--sh-exec"],
  netcat: ["-e", "-c"],
  readarray: ["-C"],
  rg: ["--pre", "--hostname-bin"],
  rsync: ["-e", "--rsh", "--rsync-path"],
  scp: ["-S", ...sshSettings()],
  sdiff: ["--diff-program"],
  sftp: ["-D", "-S", ...sshSettings()],
  sort: ["--compress-program"],
  split: ["--filter"],
  ssh: sshSettings(),
  "start-stop-daemon": ["-x", "--exec", "-a", "--startas"],
  tar: [
    ...["-I", "--use-compress-program", "--to-command", "--rsh-command", "--rmt-command", "-F", "--info-script", "--new-volume-script"],
    "--checkpoint-action exec=",
  ],
  zip: ["-TT", "--unzip-command"],
};
const SAME_AS: Readonly<Record<string, string>> = { gtar: "tar", gsort: "sort", gsplit: "split", slogin: "ssh" };

function sshSettings(): string[] {
  return ["ProxyCommand", "LocalCommand", "KnownHostsCommand", "RemoteCommand"].map((key) => `-o ${key}=`);
}

/** The words, or ends of words, that a program takes from its options as commands. */
export function optionCommands(name: string, words: readonly Word[]): Word[] {
  const program = SAME_AS[name] ?? name;
  // `tar cIf prog a.tar`: without a dash the values follow in the order of the letters, and any of them may be the program.
  if (program === "tar" && /^[A-Za-z]*[IF]/.test(words[0]?.source ?? "")) return words.slice(1);
  const options = Object.hasOwn(OPTIONS, program) ? (OPTIONS[program] ?? []) : [];
  return words.flatMap((_, at) => options.flatMap((option) => commandAt(words, at, option) ?? []));
}

function commandAt(words: readonly Word[], at: number, optionAndKey: string): Word | null {
  const [option = "", key] = optionAndKey.split(" ");
  const value = optionValue(words, at, option);
  if (value === null || key === undefined) return value;
  // ssh also takes a blank between the two.
  const setting = value.source.trimStart().replace(/^(\w+)\s+(?!=)/, "$1=");
  return setting.toLowerCase().startsWith(key.toLowerCase()) ? afterSign({ ...value, source: setting }, "=") : null;
}

/**
 * The value of an option, when it stands at that place: attached, or the next word. Long ones may be cut short, as GNU's programs let them be, and
 * one letter may end a cluster (`-cvI prog`): rather a word too many that is no command than one too few.
 */
export function optionValue(words: readonly Word[], at: number, option: string): Word | null {
  const word = words[at];
  if (!word) return null;
  const next = words[at + 1] ?? null;
  if (option.startsWith("--")) {
    const [given = ""] = word.source.split("=", 1);
    if (given.length < 3 || !option.startsWith(given)) return null;
    return word.source.includes("=") ? afterSign(word, "=") : next;
  }
  if (word.source === option) return next;
  const cluster = option.length === 2 ? new RegExp(`^-[A-Za-z]*?${option[1]}`).exec(word.source)?.[0] : undefined;
  if (cluster === undefined) return null;
  return cluster.length === word.source.length ? next : { ...word, source: word.source.slice(cluster.length) };
}

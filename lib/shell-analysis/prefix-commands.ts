/** How a command that runs another one is written: which of its options take the next word, and what stands before the inner command. */
export interface PrefixCommand {
  /** Options whose value is a word of its own. */
  readonly valued?: readonly string[];
  /** Letters whose value may be left out, and else stands against them (`xargs -eEND`). */
  readonly attached?: string;
  /** Words after the options that are not yet the inner command (`timeout 5 …`). */
  readonly operands?: number;
  /** Not with one of these options (`runuser -u x …`). */
  readonly operandsUnless?: readonly string[];
  /** What stands behind those words is for a shell: the name of a file, and its arguments (`su x …`). */
  readonly isForShell?: boolean;
  /** One such word may stand before the options, and only there (`setarch x86_64 -R …`). */
  readonly mayNameFirst?: boolean;
  /** `NAME=value` may stand before the inner command. */
  readonly takesAssignments?: boolean;
  /** Options with which nothing is run. */
  readonly asksOnly?: readonly string[];
  /** Options whose value is shell text. */
  readonly scripts?: readonly string[];
  /** What stands for a blank in that text, besides blanks. */
  readonly blank?: string;
  /** The inner command is handed to a shell as text. */
  readonly isScript?: boolean;
  /** Only behind one of these words is anything run (`poetry run …`). */
  readonly subcommands?: readonly string[];
}

/** How that command runs another one; undefined when it is none that does. */
export function prefixCommand(name: string): PrefixCommand | undefined {
  if (LOADER.test(name)) return { valued: ["--library-path", "--preload", "--audit", "--inhibit-rpath", "--argv0"] };
  return Object.hasOwn(PREFIX_COMMANDS, name) ? PREFIX_COMMANDS[name] : undefined;
}

/** The system's loader runs the program that it is given: `/lib64/ld-linux-x86-64.so.2 /bin/rm`. */
const LOADER = /^ld-(linux|musl)|^ld\.so/;

const PREFIX_COMMANDS: Readonly<Record<string, PrefixCommand>> = {
  "aa-exec": { valued: ["-p", "-n", "--profile", "--namespace"] },
  builtin: {},
  bundle: { subcommands: ["exec"] },
  bunx: {},
  caffeinate: { valued: ["-t", "-w"] },
  catchsegv: {},
  choom: { valued: ["-n", "-p", "--adjust", "--pid"] },
  chronic: {},
  busybox: {},
  chroot: { valued: ["--groups", "--userspec"], operands: 1 },
  chrt: { valued: ["-D", "-P", "-T", "--sched-runtime", "--sched-period", "--sched-deadline"], operands: 1 },
  command: { asksOnly: ["-v", "-V"] },
  conda: { valued: ["-n", "-p", "--name", "--prefix", "--cwd"], subcommands: ["run"] },
  coproc: {},
  cpulimit: { valued: ["-l", "-p", "-e", "--limit"] },
  "dbus-run-session": {},
  direnv: { operands: 1, subcommands: ["exec"] },
  doas: { valued: ["-u", "-C"] },
  "dumb-init": { valued: ["-r", "--rewrite"] },
  eatmydata: {},
  entr: {},
  env: {
    valued: ["-a", "-u", "-C", "--argv0", "--unset", "--chdir"],
    takesAssignments: true,
    scripts: ["-S", "--split-string"],
    blank: "\\_",
  },
  exec: { valued: ["-a"] },
  faketime: { valued: ["-f", "--date-prog"], operands: 1 },
  fakeroot: { valued: ["-l", "-s", "-i", "-b", "--fd-base", "--lib", "--faked"] },
  firejail: {},
  flock: { valued: ["-w", "-E", "--timeout", "--wait", "--conflict-exit-code"], operands: 1, scripts: ["-c", "--command"] },
  gosu: { operands: 1 },
  i386: {},
  i486: {},
  i586: {},
  i686: {},
  ionice: { valued: ["-c", "-n", "-p", "-P", "-u", "--class", "--classdata", "--pid", "--pgid", "--uid"] },
  ip: { operands: 1, subcommands: ["exec"] },
  linux32: {},
  linux64: {},
  logsave: { operands: 1 },
  ltrace: { valued: ["-a", "-e", "-n", "-o", "-p", "-s", "-u", "-x"] },
  nice: { valued: ["-n", "--adjustment"] },
  nocache: {},
  nohup: {},
  npm: { scripts: ["-c", "--call"], subcommands: ["exec", "x"] },
  npx: { valued: ["-p", "--package"], scripts: ["-c", "--call"] },
  nsenter: { valued: ["-t", "-S", "-G", "-W", "--target", "--setuid", "--setgid", "--wdns"], attached: "CimnprTuUw" },
  numactl: {
    valued: ["-i", "-m", "-N", "-C", "-p", "-P", "--interleave", "--membind", "--cpunodebind", "--physcpubind", "--preferred"],
  },
  parallel: { valued: ["-j", "-N", "-a", "-I"], isScript: true },
  pdm: { subcommands: ["run"] },
  perf: { valued: ["-e", "-o", "-p", "-r"], subcommands: ["stat", "record", "trace"] },
  pipenv: { subcommands: ["run"] },
  pipesz: { valued: ["-f", "-n", "-s", "--file", "--fd", "--set"] },
  pkexec: { valued: ["--user"] },
  pnpm: { subcommands: ["exec"] },
  poetry: { subcommands: ["run"] },
  prlimit: { valued: ["-o", "-p", "--output", "--pid"] },
  proxychains: { valued: ["-f"] },
  proxychains4: { valued: ["-f"] },
  rlwrap: {},
  runcon: { valued: ["-l", "-r", "-t", "-u", "--range", "--role", "--type", "--user"], mayNameFirst: true },
  runuser: {
    valued: ["-u", "--user", ...suOptions()],
    operands: 1,
    operandsUnless: ["-u", "--user"],
    isForShell: true,
    scripts: ["-c", "--command", "--session-command"],
  },
  screen: { valued: ["-S", "-t", "-T", "-c", "-e", "-h", "-p", "-s"] },
  script: {
    valued: [
      ...["-B", "-E", "-I", "-m", "-o", "-O", "-T", "--echo", "--log-in", "--log-out", "--log-io", "--log-timing"],
      ...["--logging-format", "--output-limit"],
    ],
    attached: "t",
    operands: 1,
    scripts: ["-c", "--command"],
  },
  setarch: { mayNameFirst: true },
  setpriv: {
    valued: [
      ...["--ruid", "--euid", "--rgid", "--egid", "--reuid", "--regid", "--groups", "--ambient-caps", "--inh-caps", "--bounding-set"],
      ...["--securebits", "--pdeathsig", "--selinux-label", "--apparmor-profile"],
    ],
  },
  setsid: {},
  setuidgid: { operands: 1 },
  sg: { operands: 1, scripts: ["-c"], isScript: true },
  softlimit: { valued: [..."acdflmoprst"].map((letter) => `-${letter}`) },
  ssh: { valued: [..."BbcDEeFIiJLlmOopQRSWw"].map((letter) => `-${letter}`), operands: 1, isScript: true },
  "ssh-agent": { valued: ["-a", "-t", "-E", "-O", "-P"] },
  sshpass: { valued: ["-f", "-d", "-p", "-P"] },
  stdbuf: { valued: ["-i", "-o", "-e", "--input", "--output", "--error"] },
  strace: {
    valued: [
      ...[..."abeEIoOpPsSuUX"].map((letter) => `-${letter}`),
      ...["--abbrev", "--argv0", "--attach", "--columns", "--const-print-style", "--decode-fds", "--detach-on", "--env", "--fault"],
      ...["--inject", "--interruptible", "--kvm", "--output", "--quiet", "--raw", "--read", "--signal", "--status", "--string-limit"],
      ...["--summary-columns", "--summary-sort-by", "--trace", "--trace-fds", "--trace-path", "--user", "--verbose", "--write"],
    ],
  },
  "su-exec": { operands: 1 },
  su: { valued: suOptions(), operands: 1, isForShell: true, scripts: ["-c", "--command", "--session-command"] },
  sudo: {
    valued: [
      ...["-u", "-g", "-C", "-D", "-h", "-p", "-R", "-r", "-t", "-T", "-U", "--user", "--group", "--chdir", "--host", "--prompt"],
      ...["--chroot", "--close-from", "--command-timeout", "--other-user", "--role", "--type"],
    ],
    takesAssignments: true,
  },
  "systemd-cat": { valued: ["-p", "-t", "--identifier", "--priority"] },
  "systemd-inhibit": { valued: ["--mode", "--what", "--who", "--why"] },
  "systemd-run": {
    valued: [
      ...["-p", "-u", "-E", "-M", "-H", "--description", "--gid", "--host", "--machine", "--nice", "--property", "--setenv", "--slice"],
      ...["--uid", "--unit", "--working-directory"],
    ],
  },
  taskset: { valued: ["-p"], operands: 1 },
  time: { valued: ["-f", "-o", "--format", "--output"] },
  timeout: { valued: ["-k", "-s", "--kill-after", "--signal"], operands: 1 },
  tini: { valued: ["-e", "-p"] },
  torsocks: { valued: ["-a", "-p", "-P", "-u"] },
  toybox: {},
  uclampset: { valued: ["-m", "-M", "-p", "--pid"] },
  uname26: {},
  unbuffer: {},
  uv: { valued: ["--with", "--python", "-p"], subcommands: ["run"] },
  valgrind: {},
  unshare: {
    valued: [
      ...["-G", "-R", "-S", "-w", "--boottime", "--map-group", "--map-groups", "--map-user", "--map-users", "--monotonic"],
      ...["--propagation", "--root", "--setgid", "--setgroups", "--setuid", "--wd"],
    ],
  },
  watch: { valued: ["-n", "-q", "--interval", "--equexit"], attached: "d", isScript: true },
  x86_64: {},
  "xvfb-run": { valued: ["-e", "-f", "-n", "-p", "-s", "-w"] },
  xargs: {
    valued: [
      ...["-a", "-d", "-E", "-I", "-L", "-n", "-P", "-s", "--arg-file", "--delimiter", "--max-args", "--max-chars", "--max-procs"],
      "--process-slot-var",
    ],
    attached: "eil",
  },
};

function suOptions(): string[] {
  return ["-g", "-G", "-s", "-w", "--group", "--shell", "--supp-group", "--whitelist-environment"];
}

/** Programs that read shell text from an argument, a file or their input. */
export const SHELLS: ReadonlySet<string> = new Set(["sh", "bash", "dash", "ash", "zsh", "ksh", "mksh", "fish", "rbash", "csh", "tcsh"]);

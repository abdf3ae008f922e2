/** How a command that runs another one is written: which of its options take the next word, and what stands before the inner command. */
export interface PrefixCommand {
  /** Options whose value is a word of its own. */
  readonly valued?: readonly string[];
  /** Words after the options that are not yet the inner command (`timeout 5 …`). */
  readonly operands?: number;
  /** `NAME=value` may stand before the inner command. */
  readonly takesAssignments?: boolean;
  /** Options with which nothing is run. */
  readonly asksOnly?: readonly string[];
  /** Options whose value is shell text. */
  readonly scripts?: readonly string[];
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
  choom: { valued: ["-n", "-p"] },
  chronic: {},
  busybox: {},
  chroot: { operands: 1 },
  chrt: { valued: ["-D", "-P", "-T"], operands: 1 },
  command: { asksOnly: ["-v", "-V"] },
  conda: { valued: ["-n", "-p", "--name", "--prefix", "--cwd"], subcommands: ["run"] },
  coproc: {},
  cpulimit: { valued: ["-l", "-p", "-e", "--limit"] },
  "dbus-run-session": {},
  direnv: { operands: 1, subcommands: ["exec"] },
  doas: { valued: ["-u", "-C"] },
  "dumb-init": {},
  eatmydata: {},
  entr: {},
  env: { valued: ["-u", "--unset", "-C", "--chdir"], takesAssignments: true, scripts: ["-S", "--split-string"] },
  exec: { valued: ["-a"] },
  faketime: { valued: ["-f", "--date-prog"], operands: 1 },
  fakeroot: { valued: ["-l", "-s", "-i", "-b", "--lib", "--faked"] },
  firejail: {},
  flock: { valued: ["-w", "-E", "--timeout", "--wait"], operands: 1, scripts: ["-c", "--command"] },
  gosu: { operands: 1 },
  i386: {},
  ionice: { valued: ["-c", "-n", "-p", "-P", "-u", "--class", "--classdata"] },
  linux32: {},
  linux64: {},
  ltrace: { valued: ["-a", "-e", "-n", "-o", "-p", "-s", "-u", "-x"] },
  nice: { valued: ["-n", "--adjustment"] },
  nocache: {},
  nohup: {},
  npm: { scripts: ["-c", "--call"], subcommands: ["exec", "x"] },
  npx: { valued: ["-p", "--package"], scripts: ["-c", "--call"] },
  nsenter: { valued: ["-t", "-S", "-G", "--target"] },
  numactl: {},
  parallel: { valued: ["-j", "-N", "-a", "-I"], isScript: true },
  pdm: { subcommands: ["run"] },
  perf: { valued: ["-e", "-o", "-p", "-r"], subcommands: ["stat", "record", "trace"] },
  pipenv: { subcommands: ["run"] },
  pkexec: { valued: ["--user"] },
  pnpm: { subcommands: ["exec"] },
  poetry: { subcommands: ["run"] },
  prlimit: { valued: ["-p", "--pid"] },
  proxychains: {},
  rlwrap: {},
  runuser: { valued: ["-u", "-g", "-G", "-s"], scripts: ["-c", "--command"] },
  screen: { valued: ["-S", "-t", "-T", "-c", "-e", "-h", "-p", "-s"] },
  script: { valued: ["-O", "-I", "-B", "-T", "-E"], operands: 1, scripts: ["-c", "--command"] },
  setarch: { operands: 1 },
  setpriv: { valued: ["--reuid", "--regid", "--groups"] },
  setsid: {},
  setuidgid: { operands: 1 },
  sg: { operands: 1, scripts: ["-c"] },
  softlimit: {},
  ssh: { valued: [..."BbcDEeFIiJLlmOopQRSWw"].map((letter) => `-${letter}`), operands: 1, isScript: true },
  "ssh-agent": { valued: ["-a", "-t", "-E", "-O", "-P"] },
  sshpass: { valued: ["-f", "-d", "-p", "-P"] },
  stdbuf: { valued: ["-i", "-o", "-e"] },
  strace: { valued: ["-e", "-o", "-p", "-s", "-u", "-E"] },
  "su-exec": { operands: 1 },
  su: { valued: ["-g", "-G", "-s"], operands: 1, scripts: ["-c", "--command"] },
  sudo: {
    valued: [...["-u", "-g", "-C", "-D", "-h", "-p", "-R", "-r", "-t", "-T", "-U"], "--user", "--group", "--chdir", "--host", "--prompt"],
    takesAssignments: true,
  },
  "systemd-run": { valued: ["-p", "-u", "-E", "-M", "-H"] },
  taskset: { valued: ["-p"], operands: 1 },
  time: { valued: ["-f", "-o", "--format", "--output"] },
  timeout: { valued: ["-k", "-s", "--kill-after", "--signal"], operands: 1 },
  tini: {},
  torsocks: {},
  toybox: {},
  unbuffer: {},
  uv: { valued: ["--with", "--python", "-p"], subcommands: ["run"] },
  valgrind: {},
  unshare: { valued: ["-S", "-G", "-R", "-w"] },
  watch: { valued: ["-n", "--interval"], isScript: true },
  "xvfb-run": { valued: ["-e", "-f", "-n", "-p", "-s", "-w"] },
  xargs: {
    valued: ["-a", "-d", "-E", "-I", "-L", "-n", "-P", "-s", "--arg-file", "--delimiter", "--max-args", "--max-procs", "--max-lines"],
  },
};

/** Programs that read shell text from an argument, a file or their input. */
export const SHELLS: ReadonlySet<string> = new Set(["sh", "bash", "dash", "ash", "zsh", "ksh", "mksh", "fish", "rbash", "csh", "tcsh"]);

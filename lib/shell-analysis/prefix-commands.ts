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
}

export const PREFIX_COMMANDS: Readonly<Record<string, PrefixCommand>> = {
  builtin: {},
  busybox: {},
  chroot: { operands: 1 },
  chrt: { valued: ["-D", "-P", "-T"], operands: 1 },
  command: { asksOnly: ["-v", "-V"] },
  coproc: {},
  doas: { valued: ["-u", "-C"] },
  env: { valued: ["-u", "--unset", "-C", "--chdir"], takesAssignments: true, scripts: ["-S", "--split-string"] },
  exec: { valued: ["-a"] },
  flock: { valued: ["-w", "-E", "--timeout", "--wait"], operands: 1, scripts: ["-c", "--command"] },
  ionice: { valued: ["-c", "-n", "-p", "-P", "-u", "--class", "--classdata"] },
  nice: { valued: ["-n", "--adjustment"] },
  nohup: {},
  nsenter: { valued: ["-t", "-S", "-G", "--target"] },
  parallel: { valued: ["-j", "-N", "-a", "-I"], isScript: true },
  prlimit: { valued: ["-p", "--pid"] },
  runuser: { valued: ["-u", "-g", "-G", "-s"], scripts: ["-c", "--command"] },
  script: { valued: ["-O", "-I", "-B", "-T", "-E"], scripts: ["-c", "--command"] },
  setarch: { operands: 1 },
  setpriv: { valued: ["--reuid", "--regid", "--groups"] },
  setsid: {},
  stdbuf: { valued: ["-i", "-o", "-e"] },
  strace: { valued: ["-e", "-o", "-p", "-s", "-u", "-E"] },
  su: { valued: ["-g", "-G", "-s"], operands: 1, scripts: ["-c", "--command"] },
  sudo: { valued: ["-u", "-g", "-C", "-D", "-h", "-p", "-R", "-r", "-t", "-T", "-U"], takesAssignments: true },
  taskset: { valued: ["-p"], operands: 1 },
  time: { valued: ["-f", "-o", "--format", "--output"] },
  timeout: { valued: ["-k", "-s", "--kill-after", "--signal"], operands: 1 },
  toybox: {},
  unshare: { valued: ["-S", "-G", "-R", "-w"] },
  watch: { valued: ["-n", "--interval"], isScript: true },
  xargs: {
    valued: ["-a", "-d", "-E", "-I", "-L", "-n", "-P", "-s", "--arg-file", "--delimiter", "--max-args", "--max-procs", "--max-lines"],
  },
};

/** Programs that read shell text from an argument, a file or their input. */
export const SHELLS: ReadonlySet<string> = new Set(["sh", "bash", "dash", "ash", "zsh", "ksh", "mksh", "fish", "rbash"]);

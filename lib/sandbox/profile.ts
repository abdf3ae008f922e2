/** How much of the design a machine allows. Tried from the first to the last; the first whose self-test passes is used. */
export interface SandboxProfile {
  readonly level: "full" | "reduced";
  /** A /proc of its own. Containers that mask parts of theirs cannot give one. */
  readonly hasProc: boolean;
  /** The kernel is told to make no user namespace in the sandbox; without it the seccomp filter alone says so. */
  readonly locksUserNamespaces: boolean;
  /** What is missing, in words; empty for the full design. */
  readonly missing: string;
}

export const PROFILES: readonly SandboxProfile[] = [
  { level: "full", hasProc: true, locksUserNamespaces: true, missing: "" },
  { level: "reduced", hasProc: true, locksUserNamespaces: false, missing: "user namespaces are refused by the seccomp filter alone" },
  {
    level: "reduced",
    hasProc: false,
    locksUserNamespaces: false,
    missing: "commands have no /proc (ps and some programs do not work), and user namespaces are refused by the seccomp filter alone",
  },
];

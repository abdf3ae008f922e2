/** How much of the design a machine allows. Tried from the first to the last; the first whose self-test passes is used. */
export interface SandboxProfile {
  readonly level: "full" | "reduced";
  /** A /proc of its own. Containers that mask parts of theirs cannot give one. */
  readonly hasProc: boolean;
  /** The kernel is told to make no user namespace in the sandbox; without it the seccomp filter alone says so. */
  readonly locksUserNamespaces: boolean;
  /** What is hidden in a workspace is laid over it inside the sandbox, by a second one in it. */
  readonly nestsMasks: boolean;
  /** What is missing, in words; empty for the full design. */
  readonly missing: string;
}

const NO_LOCK = "user namespaces are refused by the seccomp filter alone";
const NO_PROC = "commands have no /proc (ps and some programs do not work)";
const NO_NESTING =
  "no second bubblewrap starts in the first, so hiding .env files relies on bubblewrap 0.12 or a package with the fix for CVE-2026-87766";

export const PROFILES: readonly SandboxProfile[] = [
  { level: "full", hasProc: true, locksUserNamespaces: true, nestsMasks: true, missing: "" },
  { level: "reduced", hasProc: true, locksUserNamespaces: false, nestsMasks: true, missing: NO_LOCK },
  { level: "reduced", hasProc: true, locksUserNamespaces: true, nestsMasks: false, missing: NO_NESTING },
  { level: "reduced", hasProc: true, locksUserNamespaces: false, nestsMasks: false, missing: `${NO_LOCK}, and ${NO_NESTING}` },
  // The second bubblewrap would need a /proc.
  { level: "reduced", hasProc: false, locksUserNamespaces: false, nestsMasks: false, missing: `${NO_PROC}, ${NO_LOCK}, and ${NO_NESTING}` },
];

export type SandboxLevel = "full" | "reduced" | "none";

/** What shields the machine from commands here, as the self-test found it. */
export interface SandboxStatus {
  level: SandboxLevel;
  /** True: `SANDBOX=none` was chosen in writing, so commands run although nothing shields the machine from them. */
  isAccepted: boolean;
  /** One sentence for the health page and for a refusal. */
  summary: string;
  /** What the kernel or bubblewrap said, or which part of the self-test failed; null when all went well. */
  reason: string | null;
  /** What an administrator can do about it; null when there is nothing to do. */
  fix: string | null;
  /** How commands are started; null when they are not, or without a sandbox. */
  profile: SandboxProfile | null;
  checkedAt: Date;
}

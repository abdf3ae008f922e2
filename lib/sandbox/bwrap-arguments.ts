import { join } from "node:path";
import { systemFolderArguments } from "./host.ts";
import { LIMITS, prlimitArguments } from "./limits.ts";
import type { MaskedPath } from "./masked-paths.ts";
import type { SandboxProfile } from "./profile.ts";

/** Where a command finds its workspace, whatever the server calls that folder. */
export const WORKSPACE_INSIDE = "/workspace";

export const HOST_NAME = "sandbox";

export const SANDBOX_ENVIRONMENT: Readonly<Record<string, string>> = {
  PATH: "/usr/local/bin:/usr/bin:/bin",
  HOME: WORKSPACE_INSIDE,
  LANG: "C.UTF-8",
  TMPDIR: "/tmp",
};

export interface SandboxDesign {
  profile: SandboxProfile;
  /** The folder that becomes the workspace, as bubblewrap's user reaches it. */
  source: string;
  masks: readonly MaskedPath[];
  /** Descriptors that bubblewrap inherits. */
  descriptors: { seccomp: number | null; passwd: number; group: number; hosts: number };
  programs: { bwrap: string; prlimit: string; nice: string };
  command: string;
  /** See `prlimitArguments`. */
  fileBytes?: number | undefined;
}

/**
 * What runs in every sandbox, and without one: the command with its errors in the same stream, so that order is kept and bubblewrap's own
 * errors stay apart. It gives way to the server: less processor time, and the first to go when memory runs out. Set from inside, since
 * from outside it would come too late for what has been started by then.
 */
export function commandLine(nice: string, command: string): string[] {
  const script = '{ echo 1000 > /proc/self/oom_score_adj; } 2> /dev/null; exec /bin/sh -c -- "$1" 2>&1';
  return [nice, "-n", "10", "/bin/sh", "-c", script, "sh", command];
}

/**
 * The arguments of bubblewrap for one command: namespaces of its own for users, processes, network, IPC and host name; `/usr` and seven
 * files of `/etc` to read; one folder to write. The order matters: what is bound later lies on top, and nothing can be bound after
 * `--remount-ro /`.
 *
 * Of all sources only `source` itself is a folder that commands write to. A mask whose source lay in the workspace could be swapped for a
 * link by a command that runs at the same time, and would then show what the link leads to.
 *
 * Where a mask goes can be swapped all the same, and bubblewrap makes what is missing there, through links that lead out of the sandbox as long as it
 * is being set up (CVE-2026-87766, mended in 0.12). So masks are laid by a second bubblewrap in the first: for it there is nothing outside.
 */
export function bwrapArguments(design: SandboxDesign): string[] {
  const { profile, descriptors, masks } = design;
  const isNested = profile.nestsMasks && masks.length > 0;
  return [
    ...["--unshare-user", "--unshare-ipc", "--unshare-pid", "--unshare-uts", "--unshare-cgroup-try", "--unshare-net"],
    ...(profile.locksUserNamespaces && !isNested ? ["--disable-userns"] : []),
    ...["--die-with-parent", "--new-session", "--hostname", HOST_NAME, "--uid", "1000", "--gid", "1000"],
    ...["--clearenv", ...Object.entries(SANDBOX_ENVIRONMENT).flatMap(([name, value]) => ["--setenv", name, value])],
    ...["--ro-bind", "/usr", "/usr", ...systemFolderArguments(), "--dir", "/etc"],
    ...["alternatives", "ld.so.cache", "ssl/certs", "localtime"].flatMap((name) => ["--ro-bind-try", `/etc/${name}`, `/etc/${name}`]),
    ...["--ro-bind-data", String(descriptors.passwd), "/etc/passwd", "--ro-bind-data", String(descriptors.group), "/etc/group"],
    ...["--ro-bind-data", String(descriptors.hosts), "/etc/hosts"],
    ...(profile.hasProc ? ["--proc", "/proc"] : ["--dir", "/proc"]),
    ...["--dev", "/dev", ...temporaryFolder("/tmp"), ...temporaryFolder("/dev/shm")],
    ...["--bind", design.source, WORKSPACE_INSIDE, ...(isNested ? [] : masks.flatMap(maskArguments))],
    // bubblewrap makes /dev a file system in memory without a size.
    ...["--remount-ro", "/dev", "--remount-ro", "/", "--chdir", WORKSPACE_INSIDE, "--cap-drop", "ALL"],
    ...(isNested ? ["--", design.programs.bwrap, ...secondArguments(design)] : []),
    ...(descriptors.seccomp === null ? [] : ["--seccomp", String(descriptors.seccomp)]),
    ...["--", design.programs.prlimit, ...prlimitArguments(design.fileBytes), "--", ...commandLine(design.programs.nice, design.command)],
  ];
}

/** The same sandbox once more, with the masks. Its user namespace is another, so that nothing in it may look at the first one's processes. */
function secondArguments({ profile, masks }: SandboxDesign): string[] {
  return [
    "--unshare-user",
    ...(profile.locksUserNamespaces ? ["--disable-userns"] : []),
    ...["--die-with-parent", "--uid", "1000", "--gid", "1000"],
    ...["--dev-bind", "/", "/", ...masks.flatMap(maskArguments), "--chdir", WORKSPACE_INSIDE, "--cap-drop", "ALL"],
  ];
}

const temporaryFolder = (path: string): string[] => ["--size", String(LIMITS.temporaryBytes), "--tmpfs", path];

function maskArguments(mask: MaskedPath): string[] {
  const path = join(WORKSPACE_INSIDE, mask.path);
  return mask.kind === "file" ? ["--ro-bind", "/dev/null", path] : ["--size", "4096", "--tmpfs", path, "--remount-ro", path];
}

import { closeSync, mkdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { singleton } from "#lib/singleton.ts";
import { bwrapArguments, commandLine, HOST_NAME, SANDBOX_ENVIRONMENT } from "./bwrap-arguments.ts";
import { requireProgram } from "./host.ts";
import { findMaskedPaths } from "./masked-paths.ts";
import { namelessFile } from "./nameless-file.ts";
import type { SandboxProfile } from "./profile.ts";
import { canReach, type SandboxUser, sandboxUser } from "./sandbox-user.ts";
import { seccompFilter } from "./seccomp/filter.ts";

/** Everything that `spawn` needs for one command. */
export interface Launch {
  readonly file: string;
  readonly arguments: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly folder: string;
  readonly user: SandboxUser | null;
  /** True: the process leads a group of its own, and killing the group is the only way to stop what it started. */
  readonly isGroup: boolean;
  /** Open files that the process inherits as descriptors 3, 4, …; closed by `release`. */
  readonly inherited: readonly number[];
  readonly release: () => void;
}

export interface LaunchRequest {
  command: string;
  /** Absolute path of the workspace; `prepareWorkspace` has been called for it. */
  workspace: string;
  /** What a file may grow to, when that is less than 64 MiB. */
  fileBytes?: number;
}

/**
 * A command in bubblewrap. The environment is empty for bubblewrap itself too: its own process stays in the sandbox as pid 1, where
 * `/proc/1/environ` shows what it was started with, `--clearenv` or not.
 * @throws UnsearchableWorkspace
 */
export async function launchInBubblewrap(profile: SandboxProfile, request: LaunchRequest): Promise<Launch> {
  const [bwrap, prlimit, nice] = [requireProgram("bwrap"), requireProgram("prlimit"), requireProgram("nice")];
  const masks = await findMaskedPaths(request.workspace);
  const user = sandboxUser();
  const isStaged = user !== null && !canReach(request.workspace, user);
  const files = inheritedFiles();
  const inherited = [files.passwd(), files.group(), files.hosts(), ...(files.seccomp ? [files.seccomp()] : [])];
  const design = bwrapArguments({
    profile,
    source: isStaged ? STAGE : request.workspace,
    masks,
    descriptors: { passwd: 3, group: 4, hosts: 5, seccomp: files.seccomp ? 6 : null },
    programs: { bwrap, prlimit, nice },
    command: request.command,
    fileBytes: request.fileBytes,
  });
  const [file = "", ...rest] = isStaged && user ? stage(request.workspace, user, [bwrap, ...design]) : [bwrap, ...design];
  return {
    file,
    arguments: rest,
    environment: {},
    folder: "/",
    user: isStaged ? null : user,
    isGroup: false,
    inherited,
    release: () => inherited.forEach(closeSync),
  };
}

/** A command without a sandbox, for `SANDBOX=none`: an empty environment and a group of its own are all that is left. */
export function launchWithoutSandbox(request: LaunchRequest): Launch {
  const temporary = tmpdir();
  mkdirSync(temporary, { recursive: true });
  const [file = "", ...rest] = commandLine(requireProgram("nice"), request.command);
  return {
    file,
    arguments: rest,
    environment: { ...SANDBOX_ENVIRONMENT, HOME: request.workspace, TMPDIR: temporary },
    folder: request.workspace,
    user: sandboxUser(),
    isGroup: true,
    inherited: [],
    release: () => {},
  };
}

/** Where a workspace is mounted for a moment when `nobody` cannot reach it, as in `/root`. Only the one process sees this mount. */
const STAGE = "/mnt";

/** As root: mounts the workspace in a private mount namespace, then becomes `user` and runs the program. All in one process id. */
function stage(workspace: string, user: SandboxUser, program: string[]): string[] {
  const become = [requireProgram("setpriv"), `--reuid=${user.uid}`, `--regid=${user.gid}`, "--clear-groups", "--"];
  const script = 'mount="$1" workspace="$2"; shift 2; "$mount" --bind -- "$workspace" "$0" && exec "$@"';
  return [
    ...[requireProgram("unshare"), "--mount", "--propagation", "private", "--"],
    ...["/bin/sh", "-c", script, STAGE, requireProgram("mount"), workspace],
    ...become,
    ...program,
  ];
}

function inheritedFiles() {
  return singleton("sandbox-files", () => {
    const filter = seccompFilter();
    return {
      passwd: namelessFile(
        "root:x:0:0:root:/:/usr/sbin/nologin\nagent:x:1000:1000:agent:/workspace:/bin/sh\nnobody:x:65534:65534:nobody:/:/usr/sbin/nologin\n",
      ),
      group: namelessFile("root:x:0:\nagent:x:1000:\nnogroup:x:65534:\n"),
      // Servers that a command starts for itself are reached by these names; there is no network beyond.
      hosts: namelessFile(`127.0.0.1 localhost ${HOST_NAME}\n::1 localhost\n`),
      seccomp: filter && namelessFile(filter),
    };
  });
}

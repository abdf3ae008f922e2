import { realpathSync, statSync } from "node:fs";
import { dirname } from "node:path";

/** Who runs commands when the server is root: `nobody`. For uid 0 neither the process limit nor file permissions hold in the sandbox. */
const NOBODY = { uid: 65534, gid: 65534 };

export interface SandboxUser {
  readonly uid: number;
  readonly gid: number;
}

/** Null: the server is an ordinary user and commands run as the same one. */
export function sandboxUser(): SandboxUser | null {
  return process.geteuid?.() === 0 ? NOBODY : null;
}

/** Whether `user` may enter every folder above `path` and the folder itself, going by owner, group and mode. */
export function canReach(path: string, user: SandboxUser): boolean {
  for (let folder = realpathSync(path); ; folder = dirname(folder)) {
    const status = statSync(folder);
    const enter = status.uid === user.uid ? 0o100 : status.gid === user.gid ? 0o010 : 0o001;
    if ((status.mode & enter) === 0) return false;
    if (folder === "/") return true;
  }
}

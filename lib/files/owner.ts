import { fchownSync, lchownSync } from "node:fs";

export interface Owner {
  readonly uid: number;
  readonly gid: number;
}

/**
 * Gives what a server running as root has made to the owner of the workspace, under whom the sandbox runs: a command must be able to
 * change the files that the file tool wrote. Any other user cannot give files away and need not: theirs is the workspace.
 */
export function giveToOwner(target: string | number, owner: Owner): void {
  if (process.geteuid?.() !== 0 || owner.uid === 0) return;
  if (typeof target === "number") fchownSync(target, owner.uid, owner.gid);
  else lchownSync(target, owner.uid, owner.gid);
}

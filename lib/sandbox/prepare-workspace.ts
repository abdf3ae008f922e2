import { chmodSync, lchownSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { type SandboxUser, sandboxUser } from "./sandbox-user.ts";

/**
 * Makes the folder of a workspace ready for the file tool and for commands alike, and makes it when it is missing. Cheap when it is ready.
 *
 * An ordinary user owns everything and nothing is left to do. A server that runs as root writes as root while its commands run as
 * `nobody`, so the whole tree belongs to `nobody`: here for a folder that did not yet, and by `lib/files` for whatever is written later.
 * Nobody else may enter it.
 */
export function prepareWorkspace(path: string): void {
  mkdirSync(path, { recursive: true });
  const user = sandboxUser();
  if (!user || statSync(path).uid === user.uid) return;
  adoptFolder(path, user);
}

/** The folder last: as long as it has its old owner, no command has run in it and a walk that was cut short begins again. */
function adoptFolder(path: string, user: SandboxUser): void {
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    if (entry.isDirectory()) adoptFolder(join(path, entry.name), user);
    else lchownSync(join(path, entry.name), user.uid, user.gid);
  }
  chmodSync(path, 0o700);
  lchownSync(path, user.uid, user.gid);
}

import { chmod, lchown, mkdir, readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { type SandboxUser, sandboxUser } from "./sandbox-user.ts";

const OPEN_TO_OWNER = 0o700;

/**
 * Makes the folder of a workspace ready for the file tool and for commands alike, and makes it when it is missing. Cheap when it is ready.
 *
 * An ordinary user owns everything and nothing is left to do. A server that runs as root writes as root while its commands run as
 * `nobody`, so the whole tree belongs to `nobody`: here for a folder that did not yet, and by `lib/files` for whatever is written later.
 * Nobody else may enter it. A command may have closed it (`chmod 000 .`), and no other could open it again.
 */
export async function prepareWorkspace(path: string): Promise<void> {
  await mkdir(path, { recursive: true });
  const { uid, mode } = await stat(path);
  if ((mode & OPEN_TO_OWNER) !== OPEN_TO_OWNER) await chmod(path, OPEN_TO_OWNER);
  const user = sandboxUser();
  if (!user || uid === user.uid) return;
  await adoptFolder(path, user);
}

/** The folder last: as long as it has its old owner, no command has run in it and a walk that was cut short begins again. */
async function adoptFolder(path: string, user: SandboxUser): Promise<void> {
  for (const entry of await readdir(path, { withFileTypes: true })) {
    if (entry.isDirectory()) await adoptFolder(join(path, entry.name), user);
    else await lchown(join(path, entry.name), user.uid, user.gid);
  }
  await chmod(path, OPEN_TO_OWNER);
  await lchown(path, user.uid, user.gid);
}

import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { chmod, cp, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { makeFolder } from "#scripts/make-folder.ts";
import type { PostgresBinaries } from "./binaries.ts";

/** Where the cluster lies, whose binaries run it, and as whom. */
export interface PostgresPlace {
  cluster: string;
  /** Absolute path of the folder with initdb, pg_ctl and postgres. */
  bin: string;
  /** Set when the launcher runs as root, which PostgreSQL refuses to: the `nobody` of every Linux. */
  user?: { uid: number; gid: number };
  /** Words for the terminal when something is not where one would look for it. */
  note?: string;
}

const NOBODY = 65_534;
/** As root: where things go that another user must be able to reach, when the product's own folders are closed to others. */
const OPEN_FOLDER = "/var/lib/countersign";

/**
 * PostgreSQL does not run as root, and another user cannot enter folders such as /root. So as root the binaries are copied, and the cluster
 * is placed, under /var/lib/countersign when the way to them is closed. `DATA_DIR` itself is ours: it gets the search bit for others
 * (what lies in it is closed by its own modes).
 */
export async function choosePlace(
  dataDir: string,
  binaries: PostgresBinaries,
  options: { isRoot?: boolean; openFolder?: string } = {},
): Promise<PostgresPlace> {
  const isRoot = options.isRoot ?? process.getuid?.() === 0;
  if (!isRoot) return { cluster: path.join(dataDir, "postgres"), bin: path.join(binaries.home, "bin") };

  const openFolder = options.openFolder ?? OPEN_FOLDER;
  const user = { uid: NOBODY, gid: NOBODY };
  const bin = path.join((await isReachable(binaries.home)) ? binaries.home : await copyBinaries(binaries, openFolder), "bin");
  if (await isReachable(path.dirname(dataDir))) {
    const { mode } = await stat(dataDir);
    if ((mode & 0o001) === 0) await chmod(dataDir, mode | 0o001);
    return { cluster: path.join(dataDir, "postgres"), bin, user };
  }
  const cluster = path.join(openFolder, `postgres-${createHash("sha256").update(dataDir).digest("hex").slice(0, 12)}`);
  const note = `PostgreSQL does not run as root, and only root can enter ${path.dirname(dataDir)}: the database lies in ${cluster}.`;
  return { cluster, bin, user, note };
}

/** True when every folder on the way lets others pass. */
async function isReachable(folder: string): Promise<boolean> {
  for (let current = folder; ; current = path.dirname(current)) {
    const { mode } = await stat(current);
    if ((mode & 0o001) === 0) return false;
    if (current === path.dirname(current)) return true;
  }
}

/** Copied beside and renamed: a copy that was interrupted is never taken for a whole one. */
async function copyBinaries(binaries: PostgresBinaries, openFolder: string): Promise<string> {
  const home = path.join(openFolder, `postgresql-${binaries.version}`);
  if (existsSync(home)) return home;
  await makeFolder(openFolder, 0o755);
  const incomplete = `${home}.${process.pid}`;
  await cp(binaries.home, incomplete, { recursive: true, verbatimSymlinks: true });
  await rename(incomplete, home).catch(async (error: NodeJS.ErrnoException) => {
    await rm(incomplete, { recursive: true, force: true });
    if (!existsSync(home)) throw error;
  });
  return home;
}

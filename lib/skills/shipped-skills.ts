import { readdir, readFile, stat } from "node:fs/promises";
import path from "node:path";
import { singleton } from "#lib/singleton.ts";

/** A file of the product's folder `skills`: its folder's name, and its text. */
export interface ShippedSkill {
  name: string;
  content: string;
}

/** The skills that come with the product, as they lie on the disk now: one that is changed or added needs no restart. */
export async function shippedSkills(folder: string = path.resolve("skills")): Promise<ShippedSkill[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  const read = await Promise.all(
    names.sort().map(async (name) => ({ name, content: await readCached(path.join(folder, name, "SKILL.md")) })),
  );
  return read.flatMap(({ name, content }) => (content === null ? [] : [{ name, content }]));
}

async function readCached(file: string): Promise<string | null> {
  const known = singleton("shipped-skills", () => new Map<string, { changedMs: number; content: string }>());
  try {
    const { mtimeMs: changedMs } = await stat(file);
    const kept = known.get(file);
    if (kept?.changedMs === changedMs) return kept.content;
    const content = await readFile(file, "utf8");
    known.set(file, { changedMs, content });
    return content;
  } catch {
    return null;
  }
}

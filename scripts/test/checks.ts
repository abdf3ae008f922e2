import path from "node:path";
import { type Finished, run } from "#scripts/run.ts";

/** Something that must hold of the sources, told by a program's exit code. */
export interface Check {
  name: string;
  run: () => Promise<Finished>;
}

export const CHECKS: readonly Check[] = [
  { name: "types", run: checkTypes },
  { name: "style", run: () => run(tool("biome"), ["check", "--error-on-warnings", "."]) },
  { name: "unused code", run: () => run(tool("knip"), []) },
];

/** Next writes down which routes exist first: pages are typed by them. */
async function checkTypes(): Promise<Finished> {
  const routes = await run(process.execPath, [path.resolve("node_modules/next/dist/bin/next"), "typegen"]);
  return routes.code === 0 ? run(tool("tsc"), ["--noEmit"]) : routes;
}

export function tool(name: string): string {
  return path.resolve("node_modules/.bin", process.platform === "win32" ? `${name}.cmd` : name);
}

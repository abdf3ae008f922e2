import type { ModuleImports } from "./import-graph.ts";

/** Loops of imports, types counted too, each as `a.ts > b.ts > a.ts`: none of such files can be read, or moved, without the others. */
export function findCircles(graph: readonly ModuleImports[]): string[] {
  const imports = new Map(graph.map((module) => [module.file, module.imports.map(({ target }) => target)]));
  const circles: string[] = [];
  const done = new Set<string>();
  const path: string[] = [];
  const follow = (file: string): void => {
    const begun = path.indexOf(file);
    if (begun >= 0) circles.push([...path.slice(begun), file].join(" > "));
    if (begun >= 0 || done.has(file)) return;
    path.push(file);
    for (const target of imports.get(file) ?? []) follow(target);
    path.pop();
    done.add(file);
  };
  for (const file of imports.keys()) follow(file);
  return circles;
}

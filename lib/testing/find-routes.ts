import { readdir } from "node:fs/promises";
import path from "node:path";
import { type RouteKind, routeKind } from "#lib/http/route-kind.ts";

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

export interface FoundRoute {
  method: string;
  /** As in the tree: `/api/chats/[id]`. */
  path: string;
  /** Null for a handler that none of the makers made. */
  kind: RouteKind | null;
  handler: unknown;
}

/** Every handler that the `route.ts` files under a folder export. For tests: it loads them all. */
export async function findRoutes(folder: string, load: (file: string) => Promise<Record<string, unknown>>): Promise<FoundRoute[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => /^route\.tsx?$/.test(entry.name)).map((entry) => path.join(entry.parentPath, entry.name));
  const found: FoundRoute[] = [];
  for (const file of files.sort()) {
    const exported = await load(file);
    for (const method of METHODS.filter((name) => name in exported)) {
      const place = path.relative(folder, path.dirname(file)).split(path.sep).join("/");
      found.push({ method, path: `/api/${place}`, kind: routeKind(exported[method]), handler: exported[method] });
    }
  }
  return found;
}

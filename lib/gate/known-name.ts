import { getTool } from "./registry.ts";

/** The tool's name, for places where nothing that a model wrote may stand; null when there is no such tool. */
export function knownName(name: string): string | null {
  return getTool(name)?.name ?? null;
}
